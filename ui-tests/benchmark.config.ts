import { defineConfig } from '@playwright/test';

import config from './playwright.config';

/** Timings; none of them is a test (see benchmarks/front_end.py). */
export default defineConfig(config, {
  testDir: 'benchmarks',
  timeout: 240_000,
  use: { actionTimeout: 20_000 }
});
