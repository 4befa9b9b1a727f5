import type { Page } from '@playwright/test';

/** What a browser did with its time while something went on, in milliseconds. */
export interface IMetered {
  /** From one frame to the next. */
  frames: number[];
  /** Lengths of tasks that kept the page from answering for more than 50 ms. */
  longTasks: number[];
  /** From a key, click or the like to the frame that shows its effect; only those of 16 ms and more are told. */
  events: number[];
}

declare global {
  interface Window {
    junobenchMeter?: { stop: () => IMetered };
  }
}

/** Have the page metered while `work` goes on, and for as long as its last frame takes. */
export async function metered(
  page: Page,
  work: () => Promise<void>
): Promise<IMetered> {
  await page.evaluate(startMeter);
  await work();
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return window.junobenchMeter!.stop();
  });
}

/** Runs in the page. */
function startMeter(): void {
  const frames: number[] = [];
  const longTasks: number[] = [];
  const events: number[] = [];
  const began = performance.now();
  const observers: [PerformanceObserver, number[]][] = [];
  const observe = (
    kept: number[],
    options: PerformanceObserverInit & { durationThreshold?: number }
  ) => {
    const keep = (entries: PerformanceEntryList) =>
      entries
        .filter(entry => entry.startTime >= began)
        .forEach(entry => kept.push(entry.duration));
    const observer = new PerformanceObserver(list => keep(list.getEntries()));
    observer.observe(options);
    observers.push([observer, kept]);
  };
  observe(longTasks, { type: 'longtask' });
  observe(events, { type: 'event', durationThreshold: 16 });
  let last = began;
  let request = requestAnimationFrame(function frame(now) {
    if (now > last) {
      frames.push(now - last);
    }
    last = now;
    request = requestAnimationFrame(frame);
  });
  window.junobenchMeter = {
    stop: () => {
      cancelAnimationFrame(request);
      for (const [observer, kept] of observers) {
        for (const { duration } of observer.takeRecords()) {
          kept.push(duration);
        }
        observer.disconnect();
      }
      return { frames, longTasks, events };
    }
  };
}

/** Milliseconds until something that is visible stands at each of the selectors, and has been painted. */
export async function untilPainted(
  page: Page,
  selectors: string[],
  begin: () => Promise<void>
): Promise<number> {
  await page.evaluate(selectors => {
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].some(node =>
        node.checkVisibility()
      );
    const began = performance.now();
    const taken = () => performance.now() - began;
    window.junobenchPainted = new Promise((resolve, reject) => {
      const look = () =>
        requestAnimationFrame(() => {
          const missing = selectors.filter(selector => !seen(selector));
          if (missing.length === 0) {
            requestAnimationFrame(() => resolve(taken()));
          } else if (taken() > 30_000) {
            reject(new Error(`Nothing was painted at ${missing.join(', ')}.`));
          } else {
            look();
          }
        });
      look();
    });
  }, selectors);
  await begin();
  return page.evaluate(() => window.junobenchPainted!);
}

declare global {
  interface Window {
    junobenchPainted?: Promise<number>;
  }
}
