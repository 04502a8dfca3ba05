/** Items that one code names, to choose from: of several wineries, or one item in several inventory statuses. By number, or by its button. */
import { Button } from '@mantine/core';
import { Panel } from '../../design/page.tsx';
import styles from '../pick/pick-page.module.css';

interface ChoosableItem {
  readonly CustomerNo: string;
  readonly CustomerName: string;
  readonly ItemNo: string;
  readonly Description: string;
  readonly InventoryStatus: string;
}

interface ItemChoicesProps {
  readonly items: readonly ChoosableItem[];
  readonly onChoose: (number: string) => void;
}

export function ItemChoices({ items, onChoose }: ItemChoicesProps) {
  if (items.length === 0) return null;
  return (
    <Panel title="Which one?" note="Its number, then Enter">
      <ul className={styles.list} aria-label="Items to choose from">
        {items.map(({ CustomerNo, CustomerName, ItemNo, Description, InventoryStatus }, nth) => (
          <li key={`${CustomerNo} ${ItemNo} ${InventoryStatus}`}>
            <span className={styles.number}>{nth + 1}</span>
            <span className={styles.item}>
              <strong>
                {InventoryStatus} · {Description || ItemNo}
              </strong>
              <span className="quiet">
                {CustomerName || CustomerNo} · <span className="code">{ItemNo}</span>
              </span>
            </span>
            <Button
              variant="default"
              className={styles.pick ?? ''}
              aria-label={`Choose ${ItemNo} ${InventoryStatus} of ${CustomerNo}`}
              onClick={() => onChoose(String(nth + 1))}
            >
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
