/** The timeline of a document or an item: what happened, who did it and when. The entries are given oldest first and shown newest first. */
import { formatExact, formatTimestamp } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import type { OrderReply } from './order-reply.ts';
import styles from './timeline.module.css';

type Entry = OrderReply['Timeline'][number];

export function Timeline({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Panel title="Timeline" note="newest first">
      <ol className={styles.list}>
        {entries.toReversed().map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log is append-only, and entries have no identity of their own
          <li key={at} className={styles.entry}>
            <time className={styles.time} dateTime={entry.At} title={formatExact(entry.At)}>
              {formatTimestamp(entry.At)}
            </time>
            <div className={styles.what}>
              <p>{entry.Text}</p>
              <p className={styles.by} title={[entry.Actor, entry.Operation, entry.Reference].join('\n')}>
                {entry.By}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
