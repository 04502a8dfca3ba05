/** The values that an audit entry changed, before and after. */
import styles from './audit-page.module.css';
import { changedValues } from './changed-values.ts';

interface ValueChangesProps {
  readonly before: unknown;
  readonly after: unknown;
}

export function ValueChanges({ before, after }: ValueChangesProps) {
  const changes = changedValues(before, after);
  if (changes.length === 0) return <p className={`quiet ${styles.nothing}`}>No values are recorded for this change.</p>;
  const [hasBefore, hasAfter] = [
    changes.some((each) => each.before !== undefined),
    changes.some((each) => each.after !== undefined),
  ];
  return (
    <table className={styles.changes} aria-label="Values">
      <thead>
        <tr>
          <th scope="col">Value</th>
          {hasBefore && <th scope="col">Before</th>}
          {hasAfter && <th scope="col">{hasBefore ? 'After' : 'Set to'}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, ...values }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {hasBefore && <td>{values.before ?? '—'}</td>}
            {hasAfter && <td>{values.after ?? '—'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
