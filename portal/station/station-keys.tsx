/** Keys, buttons and the sound of stations. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { MuteIcon, SoundIcon } from '../design/icons.tsx';
import { isInOverlay, registerStationKeys, type StationKey } from '../design/keys.ts';
import { isSoundOn, setSound } from '../design/sound.ts';
import styles from './station.module.css';

/** Buttons of the actions that are possible now, each with its key; none for a key that is in the label of a field. */
export function StationButtons({ keys }: { readonly keys: readonly StationKey[] }) {
  const shown = keys.filter(({ run, isInField }) => run !== undefined && !isInField);
  if (shown.length === 0) return null;
  return (
    <div className={styles.buttons}>
      {shown.map(({ key, label, run, isPrimary = false }) => (
        <Button
          key={key}
          variant={isPrimary ? 'filled' : 'default'}
          className={styles.button ?? ''}
          onClick={run}
          aria-keyshortcuts={key}
        >
          {label} <kbd className={styles.key}>{key === 'Escape' ? 'Esc' : key}</kbd>
        </Button>
      ))}
    </div>
  );
}

export function SoundSwitch() {
  const [isOn, setIsOn] = useState(isSoundOn);
  const label = isOn ? 'Turn the sound off' : 'Turn the sound on';
  const toggle = (): void => {
    setSound(!isOn);
    setIsOn(!isOn);
  };
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={toggle}>
        {isOn ? <SoundIcon /> : <MuteIcon />}
      </ActionIcon>
    </Tooltip>
  );
}

/**
 * Whether a person is writing: in a dialog, or in an input that is not empty and has no `data-kept`. Then the focus must not
 * move.
 */
export function isPersonTyping(): boolean {
  const focused = document.activeElement;
  if (focused?.closest('[role=dialog]')) return true;
  return focused instanceof HTMLInputElement && focused.dataset.kept === undefined && focused.value !== '';
}

/**
 * Function keys that a station keeps from the browser, also in its dialogs and even if it does not use them: F3 and F6 would
 * move the focus into the browser, where the next scan would be typed, F1 would open its help, F7 would ask whether to show a
 * text cursor, F10 would open a menu. Reload (F5), full screen (F11) and the browser's tools (F12) still work.
 */
const stationsOwn: ReadonlySet<string> = new Set(['F1', 'F2', 'F3', 'F4', 'F6', 'F7', 'F8', 'F9', 'F10']);

/**
 * Lets the keys of a station work, in its fields too but not in dialogs and menus, and shows them in the list of keys.
 * Keeps `stationsOwn` from the browser, in dialogs too.
 */
export function useStationKeys(keys: readonly StationKey[]): void {
  const current = useRef(keys);
  current.current = keys;
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key: pressed, repeat, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      const isInDialog = isInOverlay(event);
      const known = isInDialog ? undefined : current.current.find(({ key }) => key === pressed);
      if (known === undefined) {
        // F1 opens the list of keys, which prevents the default itself.
        if (stationsOwn.has(pressed) && (isInDialog || pressed !== 'F1')) event.preventDefault();
        return;
      }
      event.preventDefault();
      if (!repeat) known.run?.();
    };
    document.addEventListener('keydown', listen);
    const forget = registerStationKeys(() => current.current);
    return () => {
      document.removeEventListener('keydown', listen);
      forget();
    };
  }, []);
}
