/** Items that one code names, to choose from: of several wineries, or one item in several inventory statuses. By number, or by its button. */
import { Button } from '@mantine/core';
import { Panel } from '../../design/page.tsx';
import styles from '../../station/work.module.css';
import { choicePrompt, type StockedItem } from './scanned-items.ts';

interface ChoosableItem extends StockedItem {
  readonly CustomerName: string;
  readonly Description: string;
}

interface ItemChoicesProps<Item> {
  readonly items: readonly Item[];
  readonly onChoose: (item: Item) => void;
}

export function ItemChoices<Item extends ChoosableItem>({ items, onChoose }: ItemChoicesProps<Item>) {
  if (items.length === 0) return null;
  return (
    <Panel title={choicePrompt} note="Its number, then Enter">
      <ul className={styles.list} aria-label="Items to choose from">
        {items.map((item, nth) => {
          const { CustomerNo, CustomerName, ItemNo, Description, InventoryStatus } = item;
          return (
            <li key={`${CustomerNo} ${ItemNo} ${InventoryStatus}`}>
              <span className={styles.number}>{nth + 1}</span>
              <span className={styles.item}>
                <strong>
                  {InventoryStatus} · {Description || ItemNo}
                </strong>
                <span className="quiet">
                  {CustomerName} <span className="code">{CustomerNo}</span> · <span className="code">{ItemNo}</span>
                </span>
              </span>
              <Button
                variant="default"
                className={styles.pick ?? ''}
                aria-label={`Choose ${ItemNo} ${InventoryStatus} of ${CustomerNo}`}
                onClick={() => onChoose(item)}
              >
                Choose
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
