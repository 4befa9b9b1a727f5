import { defineConfig } from '@playwright/test';

const browser = process.env.JUNOBENCH_UI_BROWSER;
const log = process.env.JUNOBENCH_UI_SERVER_LOG;
const port = process.env.JUNOBENCH_UI_PORT;
if (!browser || !log || !port) {
  throw new Error(
    'Run the browser tests with "make ui" (flags: make ui ARGS="-g name"): it sets up a browser and throw-away folders.'
  );
}
const url = `http://127.0.0.1:${port}`;

export default defineConfig({
  forbidOnly: !!process.env.CI,
  outputDir: 'test-results',
  reporter: [['list']],
  testDir: 'tests',
  timeout: 60_000,
  workers: 1,
  use: {
    baseURL: url,
    launchOptions: {
      executablePath: browser,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-default-apps',
        '--disable-dev-shm-usage',
        '--disable-domain-reliability',
        '--disable-gpu',
        '--disable-quic',
        '--disable-sync',
        '--metrics-recording-only',
        '--no-first-run',
        '--no-pings'
      ]
    },
    screenshot: 'only-on-failure',
    trace: 'off',
    // Recording needs Playwright's own ffmpeg.
    video: 'off',
    viewport: { width: 1280, height: 800 }
  },
  webServer: {
    command: `exec python -m jupyterlab --config jupyter_server_test_config.py >> '${log}' 2>&1`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    reuseExistingServer: false,
    timeout: 60_000,
    url: `${url}/lab`
  }
});
