/** Buttons for events in a warehouse or in transit that the clock does not cause. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../design/page.tsx';
import styles from './simulation.module.css';
import type { SimulationDialogOpener, SimulationDialogState } from './simulation-dialogs.tsx';

interface SimulatedEvent {
  readonly kind: Exclude<SimulationDialogState['kind'], 'advance' | 'receive' | 'record-count' | 'close-count'>;
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

const events: readonly SimulatedEvent[] = [
  { kind: 'adjust', title: 'Stock', text: 'Bottles are counted, found, lost or broken.', action: 'Adjust…' },
  { kind: 'open-count', title: 'Cycle count', text: 'What lies at a warehouse is counted.', action: 'Open…' },
  { kind: 'scan', title: 'JIT label', text: 'The goods of a JIT order reach the station.', action: 'Scan…' },
  { kind: 'mishap', title: 'Delivery problem', text: 'A carrier reports a package.', action: 'Report…' },
  { kind: 'return', title: 'Return', text: 'A shipped order comes back.', action: 'Return…' },
  { kind: 'dispose', title: 'Disposition', text: 'What becomes of an inspected return.', action: 'Decide…' },
];

interface EventsPanelProps {
  readonly customerNo: string;
  readonly open: SimulationDialogOpener;
}

export function EventSimulationPanel({ customerNo, open }: EventsPanelProps) {
  return (
    <Panel title="Events" note="They happen at the time of the clock">
      <div>
        {events.map(({ kind, title, text, action }) => (
          <div key={kind} className={styles.event}>
            <p className="strong">{title}</p>
            <p className="quiet">{text}</p>
            <Button variant="default" onClick={() => open({ kind })} aria-label={`${title}: ${action}`}>
              {action}
            </Button>
          </div>
        ))}
        <div className={styles.event}>
          <p className="strong">Weather, licenses, credit</p>
          <p className="quiet">
            <Link to="/rules">Rules</Link> hold and release orders, also of {customerNo} alone.
          </p>
        </div>
      </div>
    </Panel>
  );
}
