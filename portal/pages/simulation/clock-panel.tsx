/** The time of a winery, the next step of the simulation, and buttons that advance the clock. */
import { Button } from '@mantine/core';
import type { ReplyOf } from '../../api/client.ts';
import { formatElapsedMs, formatExact, formatTimestamp } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import styles from './simulation.module.css';
import type { SimulationDialogOpener } from './simulation-dialogs.tsx';

type SimulationState = ReplyOf<'/api/Simulation/GetState'>;

interface ClockPanelProps {
  /** Undefined while it is loading. */
  readonly state: SimulationState | undefined;
  readonly open: SimulationDialogOpener;
}

const hour = 3_600;

const spans = [
  { label: '1 hour…', words: '1 hour', seconds: hour },
  { label: '1 day…', words: '1 day', seconds: 24 * hour },
  { label: '1 week…', words: '1 week', seconds: 7 * 24 * hour },
] as const;

const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' });

export function ClockPanel({ state, open }: ClockPanelProps) {
  const next = state?.Next;
  return (
    <Panel
      title="Clock"
      note={
        state?.IsAutomatic
          ? 'It also jumps to its next step by itself, every few seconds'
          : 'It stands still until you advance it, but for real time'
      }
    >
      <div className={styles.clock}>
        <div>
          <p className={styles.now} title={state && formatExact(state.Now)}>
            {state ? full.format(new Date(state.Now)) : '…'}
          </p>
          <p className="quiet">
            {state === undefined
              ? 'Reading the clock…'
              : next === undefined
                ? 'Nothing waits for the clock.'
                : nextInWords(state, next)}
          </p>
        </div>
        <div className={styles.buttons}>
          <Button
            disabled={next === undefined}
            onClick={() =>
              next && open({ kind: 'advance', target: { To: next.At }, words: `to ${formatTimestamp(next.At)}` })
            }
          >
            To the next step…
          </Button>
          {spans.map(({ label, words, seconds }) => (
            <Button
              key={words}
              variant="default"
              disabled={state === undefined}
              onClick={() => open({ kind: 'advance', target: { Seconds: seconds }, words: `by ${words}` })}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  );
}

const steps: Readonly<Record<string, string>> = {
  'sales_order.process': 'orders are processed',
  'sales_order.pack': 'orders are packed',
  'sales_order.ship': 'orders ship',
  'sales_order.collect': 'an order is picked up',
  'sales_order.end_holds': 'holds end',
  'sales_order.review_holds': 'orders are reviewed by the rules',
  'package.scan': 'a carrier scans packages',
  'return.arrive': 'a return arrives',
  'return.inspect': 'a return is inspected',
  'return.dispose': 'a return gets its disposition',
  'transfer_order.start': 'a transfer is picked',
  'transfer_order.ship': 'a transfer leaves',
  'transfer_order.arrive': 'a transfer arrives',
  'transfer_order.close': 'a transfer is closed',
};

function nextInWords({ Now }: SimulationState, { At, Step }: NonNullable<SimulationState['Next']>): string {
  const left = Date.parse(At) - Date.parse(Now);
  const when = left <= 0 ? 'due now' : `in ${formatElapsedMs(left)}`;
  return `Next, ${when}: ${steps[Step] ?? Step} (${formatTimestamp(At)}).`;
}
