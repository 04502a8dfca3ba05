/** Printing from frames of the page: what is printed at the same time is printed one after the other. */
import { expect, test, vi } from 'vitest';

// Its types are those of a browser, which the tests do not have.
const path: string = '../../portal/design/print-document.ts';
const { printDocument } = (await import(path)) as {
  printDocument(bytes: Uint8Array<ArrayBuffer>, title: string): void;
};

class Frame extends EventTarget {
  isRemoved = false;
  prints = 0;
  readonly contentWindow = Object.assign(new EventTarget(), { print: () => (this.prints += 1) });
  setAttribute(): void {}
  remove(): void {
    this.isRemoved = true;
  }
}

test('labels that arrive together are all printed, each when the one before is', () => {
  vi.useFakeTimers();
  const frames: Frame[] = [];
  vi.stubGlobal('document', {
    createElement: () => new Frame(),
    body: { append: (frame: Frame) => frames.push(frame) },
  });
  for (const nth of [1, 2, 3, 4]) printDocument(Uint8Array.of(nth), 'Slip and labels');
  const states = () => frames.map(({ prints, isRemoved }) => [prints, isRemoved]);
  expect(states()).toEqual([[0, false]]);
  frames[0]?.dispatchEvent(new Event('load'));
  expect(states()).toEqual([[1, false]]);
  frames[0]?.contentWindow.dispatchEvent(new Event('afterprint'));
  frames[1]?.dispatchEvent(new Event('load'));
  // The browser does not report the end of this one, and the third does not load.
  vi.advanceTimersByTime(2_000);
  vi.advanceTimersByTime(30_000);
  frames[3]?.dispatchEvent(new Event('load'));
  vi.runAllTimers();
  expect(states()).toEqual([
    [1, true],
    [1, true],
    [0, true],
    [1, false],
  ]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
