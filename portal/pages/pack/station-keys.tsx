/** Keys, buttons and the sound of stations: packing and picking. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { MuteIcon, SoundIcon } from '../../design/icons.tsx';
import styles from './pack-page.module.css';
import { isSoundOn, setSound } from './sound.ts';

interface KeyButtonProps {
  readonly keyName: string;
  readonly onClick: () => void;
  readonly children: string;
}

export function KeyButton({ keyName, onClick, children }: KeyButtonProps) {
  return (
    <Button variant="default" className={styles.button ?? ''} onClick={onClick} aria-keyshortcuts={keyName}>
      {children} <kbd className={styles.key}>{keyName}</kbd>
    </Button>
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

/** A field with a part of a code or a weight keeps the focus. */
export function isWriting(): boolean {
  const focused = document.activeElement;
  if (focused?.closest('[role=dialog]')) return true;
  return focused instanceof HTMLInputElement && focused.dataset.kept === undefined && focused.value !== '';
}

const stationKeys: ReadonlySet<string> = new Set(['F2', 'F4', 'F6', 'F7', 'F8', 'F9', 'Escape']);

/** Keys of the station work in its fields too. */
export function useStationKeys(run: (key: string) => void): void {
  const current = useRef(run);
  current.current = run;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key, repeat, ctrlKey, metaKey, altKey } = event;
      if (!stationKeys.has(key) || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if ((event.target as HTMLElement).closest('[role=dialog], [role=menu]')) return;
      event.preventDefault();
      if (!repeat) current.current(key);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
