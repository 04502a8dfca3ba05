/** The bottles that orders left in a tote, with the bins into which they go. */
import type { ReplyOf } from '../../api/client.ts';
import { formatCount } from '../../design/format.ts';
import styles from '../../station/work.module.css';

export type ToteWithLeftovers = ReplyOf<'/api/Picking/ListLeftovers'>['Totes'][number];

export function LeftoverList({ tote: { Tote, Leftovers } }: { readonly tote: ToteWithLeftovers }) {
  return (
    <ul className={styles.stops} aria-label={`In ${Tote}`}>
      {Leftovers.map(({ CustomerNo, OrderNo, ItemNo, Description, Location, Units }) => (
        <li key={`${CustomerNo} ${OrderNo} ${ItemNo} ${Location}`}>
          <span className={styles.units}>{formatCount(Units)} ×</span>
          <span className={styles.item}>{Description === '' ? ItemNo : Description}</span>
          <span className={styles.where}>{Location === '' ? 'By name' : Location}</span>
        </li>
      ))}
    </ul>
  );
}
