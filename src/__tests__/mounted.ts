import React, { act } from 'react';
import { createRoot } from 'react-dom/client';

(
  globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
).IS_REACT_ACT_ENVIRONMENT = true;

/** A place in the page for React elements under test; call `unmount` when done. */
export class Mounted {
  constructor() {
    document.body.append(this.host);
  }

  readonly host = document.createElement('div');

  render(element: React.ReactElement): void {
    act(() => this._root.render(element));
  }

  /** Texts of all elements that match. */
  texts(selector: string): string[] {
    return Array.from(
      this.host.querySelectorAll(selector),
      element => element.textContent ?? ''
    );
  }

  /** Click the first element that matches, or the one at `index`. */
  click(selector: string, index = 0): void {
    const element = this.host.querySelectorAll<HTMLElement>(selector)[index];
    act(() => element.click());
  }

  press(selector: string, key: string, init: KeyboardEventInit = {}): void {
    const event = new KeyboardEvent('keydown', { ...init, key, bubbles: true });
    act(() => void this.host.querySelector(selector)?.dispatchEvent(event));
  }

  unmount(): void {
    act(() => this._root.unmount());
    this.host.remove();
  }

  private readonly _root = createRoot(this.host);
}
