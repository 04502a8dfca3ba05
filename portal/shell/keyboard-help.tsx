/** `?`: all keys. */
import { Modal } from '@mantine/core';
import { useOperator } from '../api/session.ts';
import { useReturnFocus } from '../design/return-focus.ts';
import styles from './keyboard-help.module.css';
import { destinationsOf } from './navigation.ts';

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  const { Role } = useOperator();
  const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    [
      'Everywhere',
      [
        ['/', 'Find'],
        ['?', 'This list'],
        ['Esc', 'Close'],
      ],
    ],
    ['Go to', destinationsOf(Role).map(({ letter, label }) => [`g ${letter}`, label] as const)],
    [
      'In a list',
      [
        ['j', 'Next row'],
        ['k', 'Previous row'],
        ['x', 'Mark the row'],
        ['Enter', 'Open the row'],
      ],
    ],
  ];
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={520}>
      <div className={styles.groups}>
        {groups.map(([title, keys]) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {keys.map(([key, meaning]) => (
                <div key={key} className={styles.line}>
                  <dt>
                    {key.split(' ').map((part) => (
                      <kbd key={part} className={styles.key}>
                        {part}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
