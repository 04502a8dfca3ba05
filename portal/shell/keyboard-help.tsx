/** The list of keys, which `?` and F1 open. */
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useOperator } from '../api/session.ts';
import { StrayScanNote } from '../design/confirm.tsx';
import { currentStationKeys, type StationKey } from '../design/keys.ts';
import { useReturnFocus } from '../design/return-focus.ts';
import { useStrayScanGuard } from '../design/stray-scans.ts';
import styles from './keyboard-help.module.css';
import { navigationPagesOf } from './navigation.ts';

type Group = readonly [string, readonly (readonly [string, string])[]];

function stationGroup(keys: readonly StationKey[]): Group {
  const own = keys.map(({ key, label }) => [key === 'Escape' ? 'Esc' : key, label.replace(/…$/, '')] as const);
  return ['At this station', [['F1', 'This list'], ['Enter', 'Take the scan'], ...own]];
}

export default function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  const { Role } = useOperator();
  const [atStation] = useState(currentStationKeys);
  const strayScans = useStrayScanGuard();
  const groups: readonly Group[] = [
    ...(atStation ? [stationGroup(atStation)] : []),
    [
      atStation ? 'On other pages' : 'Everywhere',
      [
        ['/', 'Find'],
        ['Ctrl K', 'Find, also in fields'],
        ['?', 'This list'],
        ['F1', 'This list, also at stations'],
        ['Esc', 'Close'],
      ],
    ],
    [
      'Go to',
      navigationPagesOf(Role).flatMap(({ letter, label }) =>
        letter === undefined ? [] : [[`g ${letter}`, label] as const],
      ),
    ],
    [
      'In a list',
      [
        ['j', 'Next row'],
        ['k', 'Previous row'],
        ['x', 'Mark the row'],
        ['a', 'Actions of the marked rows'],
        ['Enter', 'Open the row'],
      ],
    ],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size={520}
      {...(atStation && { onKeyDown: strayScans.onKeyDown })}
    >
      <StrayScanNote count={strayScans.count} />
      {atStation && (
        <p className={styles.note}>
          All other keys are a scan here. While its line is empty, Tab moves the focus to buttons and pages.
        </p>
      )}
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
