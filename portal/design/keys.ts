/** Keys that act on the page. */
import { useLayoutEffect, useRef } from 'react';

const overlays = '[role=dialog], [role=menu]';
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** A dialog that covers the page. */
export const openModal = '[role=dialog][aria-modal=true]';

/** Whether a dialog covers the page. Keys are the dialog's then, also when the focus is no longer in it because the focused element disappeared. */
export const isModalOpen = (): boolean => document.querySelector(openModal) !== null;

/** Whether an element is in a dialog. */
export const isInDialog = (target: EventTarget | null): boolean => closest(target, '[role=dialog], dialog');

/** Whether a dialog or menu gets a key: it has the focus, or the dialog covers the page. */
export const isInOverlay = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  closest(target, overlays) || isModalOpen();

/** Whether a field, dialog or menu gets a key, which use it themselves. */
export const isInFieldOrOverlay = (event: Pick<KeyboardEvent, 'target'>): boolean =>
  closest(event.target, fields) || isInOverlay(event);

const closest = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * Lets a held Enter do one thing: it would also press the button that has the focus in the dialog that it opened. In texts of several
 * lines it writes lines.
 */
export function ignoreHeldEnter(): void {
  const listen = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.repeat && !closest(event.target, 'textarea')) event.preventDefault();
  };
  document.addEventListener('keydown', listen, true);
}

/** Listens to keys without Ctrl, Cmd or Alt outside of fields, dialogs and menus. `onKey` returns whether it used the key. */
export function useKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const current = useRef(onKey);
  current.current = onKey;
  // A layout effect, so that a key that is pressed as soon as the page appears counts.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isInFieldOrOverlay(event)) return;
      if (current.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** A key of a station, with its action now. */
export interface StationKey {
  readonly key: 'F2' | 'F3' | 'F4' | 'F6' | 'F7' | 'F8' | 'F9' | 'F10' | 'Escape';
  readonly label: string;
  /** Undefined while there is nothing to do. */
  readonly run?: (() => void) | undefined;
  /** The next step of the person. */
  readonly isPrimary?: boolean;
  /** A field has the key in its label, so it needs no button. */
  readonly isInField?: boolean;
}

let readStationKeys: (() => readonly StationKey[]) | undefined;

/** Registers the keys of the station on screen for the list of keys. Returns a function that removes them. */
export function registerStationKeys(read: () => readonly StationKey[]): () => void {
  readStationKeys = read;
  return () => {
    if (readStationKeys === read) readStationKeys = undefined;
  };
}

/** The keys of the station on screen; undefined where there is none. */
export const currentStationKeys = (): readonly StationKey[] | undefined => readStationKeys?.();
