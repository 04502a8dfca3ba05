/**
 * Reads the scanner's line. It takes every character and the Enter or Tab after them, wherever the focus is, except in other
 * fields, dialogs and menus. What is read does not depend on the speed of keys, except that the next scan replaces what a person
 * has left in the line. Scanners that write without keys, as on Android devices, write into its input, which has the focus.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { codeOfScan } from '../../src/contract/scanned-code.ts';
import { isInDialog, isInFieldOrOverlay, isInOverlay, isModalOpen } from '../design/keys.ts';
import { splitWrittenCodes } from './scanned-text.ts';

/** Ends the event, so that a scan presses no button. */
const stop = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * Takes a key into the field: a character, or the Enter or Tab that ends a scan. With an empty field these two go to the element that has the focus, and a space
 * too. `take` takes what is written, and returns whether there was anything.
 */
export function takeScanKey(field: HTMLInputElement, event: KeyboardEvent, take: () => boolean): void {
  if (event.key === 'Enter' || event.key === 'Tab') {
    if (take()) stop(event);
  } else if (event.key.length === 1 && event.target !== field && !(event.key === ' ' && field.value === '')) {
    stop(event);
    field.value += event.key;
    field.focus();
  }
}

/** Takes the complete codes of such a scanner out of a field. */
export function takeWrittenCodes(field: HTMLInputElement): readonly string[] {
  const { codes, rest } = splitWrittenCodes(field.value);
  if (field.value !== rest) field.value = rest;
  return codes;
}

/** Whether a key may be one of a scanner, and not a shortcut or part of an unfinished character. */
export const isScanKey = ({ ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !isComposing;

/** Nothing that stays in the line for this long is a scan in progress. */
const leftAfterMs = 5_000;

export function useScanLine(input: RefObject<HTMLInputElement | null>, onScan: (code: string) => void) {
  const current = useRef(onScan);
  current.current = onScan;
  const take = useRef((): boolean => {
    const line = input.current;
    const code = codeOfScan(line?.value ?? '');
    if (line) line.value = '';
    if (code !== '') current.current(code);
    return code !== '';
  });
  // A layout effect, so that the first character of a scan counts as soon as the page appears.
  useLayoutEffect(() => {
    let leftTimer: ReturnType<typeof setTimeout>;
    /** Half a number, or keys that go to pages elsewhere, must not begin the next code. A person who goes on typing sees what is replaced. */
    const onLeft = (): void => {
      const line = input.current;
      if (line === null) return;
      if (document.activeElement === line) line.select();
      else line.value = '';
    };
    const waitUntilLeft = (): void => {
      clearTimeout(leftTimer);
      leftTimer = setTimeout(onLeft, leftAfterMs);
    };
    const onKey = (event: KeyboardEvent): void => {
      waitUntilLeft();
      const line = input.current;
      const { target } = event;
      if (line === null || !isScanKey(event)) return;
      if (target === line && isModalOpen()) {
        // The line is behind the dialog, which has not taken the focus: nothing is counted behind it.
        if (event.key.length === 1 || event.key === 'Enter') stop(event);
        return;
      }
      if (target !== line && isInFieldOrOverlay(event)) return;
      takeScanKey(line, event, take.current);
    };
    const onInput = (event: Event): void => {
      const line = input.current;
      if (line === null || event.target !== line) return;
      waitUntilLeft();
      for (const code of takeWrittenCodes(line)) current.current(code);
    };
    const onFocusOut = (event: FocusEvent): void => {
      const line = input.current;
      // A dialog opened in the middle of a scan gets its other half: the first one must not begin the next code.
      if (line !== null && event.target === line && isInDialog(event.relatedTarget)) line.value = '';
      // Take the focus back when it went to no element, as after a click on the background. A dialog keeps its own.
      if (event.relatedTarget === null && document.hasFocus() && !isInOverlay(event)) line?.focus();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('input', onInput);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      clearTimeout(leftTimer);
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('input', onInput);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [input]);
  return take.current;
}
