/** The location that is being counted, with its counted lines; while none is, the list of locations and items to count. */
import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { FirstRows } from '../../design/first-rows.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import type { StationKey } from '../../design/keys.ts';
import { Panel } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import { notify, notifyError } from '../../design/toasts.tsx';
import { ScanInputForm, useReadyScanLine, useRefreshWhen } from '../../station/scan-input-form.tsx';
import { StationButtons, useStationKeys } from '../../station/station-keys.tsx';
import { VerdictBand } from '../../station/verdict-band.tsx';
import styles from '../../station/work.module.css';
import { ItemChoices } from '../bins/item-choices.tsx';
import { choicePrompt, itemNameOf } from '../bins/scanned-items.ts';
import { isLongBin, isLongName } from '../pick/long-texts.ts';
import {
  type CountAction,
  type CountedItem,
  type CountStationController,
  type ItemOutside,
  itemCountedByMistake,
  itemsLeftToCountOutsideBins,
} from './count-station.ts';

const firstStep = 'Scan a bin, and all that lies in it. Nothing expected is shown.';
const words = { ready: 'Scan a bin', right: 'Right', wrong: 'Wrong', done: 'Counted' } as const;

interface StationProps {
  readonly warehouse: string;
  readonly station: CountStationController;
}

export function CountingStation({ warehouse, station: { state: read, subscribe, act } }: StationProps) {
  const state = useSyncExternalStore(subscribe, read);
  const { verdict, message, trouble, waiting, place, lines, choices, several, isLeaving } = state;
  const isCounting = place !== undefined;
  // Outside bins an item is counted that was scanned, or of which the person says that there is none.
  const mayEnd = isCounting && waiting === 0 && (place !== '' || lines.length > 0);
  const keys: readonly StationKey[] = [
    {
      key: 'F2',
      label: lines.length === 0 && place !== '' ? 'It is empty' : 'All is counted',
      run: mayEnd ? () => act({ kind: 'finish' }) : undefined,
      isPrimary: true,
    },
    { key: 'F4', label: 'Undo', run: isCounting && lines.length > 0 ? () => act({ kind: 'undo' }) : undefined },
    {
      key: 'F6',
      label: 'Another one',
      run: several.length > 0 && choices.length === 0 && waiting === 0 ? () => act({ kind: 'ask' }) : undefined,
    },
    { key: 'Escape', label: 'Not now', run: isCounting ? () => act({ kind: 'leave' }) : undefined },
  ];
  useStationKeys(keys);
  const line = useReadyScanLine(waiting === 0);
  useRefreshWhen(verdict === 'done');
  return (
    <>
      <VerdictBand
        verdict={verdict}
        word={choices.length > 0 ? choicePrompt : words[verdict]}
        message={message || firstStep}
        trouble={trouble}
      />
      {isCounting && <CurrentPlace place={place} lines={lines} />}
      <ScanInputForm inputRef={line} waiting={waiting} onScan={(code) => act({ kind: 'scan', code })} />
      <StationButtons keys={keys} />
      <ItemChoices
        items={choices}
        onChoose={(item) => act({ kind: 'choose', item, instead: itemCountedByMistake(state) })}
      />
      {isCounting && lines.length > 0 && (
        <Panel title="Counted" note={countOf(lines.length, 'item')}>
          <ul className={styles.stops} aria-label="Counted">
            {lines.map((each) => (
              <li key={`${each.CustomerNo} ${each.ItemNo} ${each.InventoryStatus}`}>
                <span className={styles.units}>{formatCount(each.count)} ×</span>
                <span className={styles.item}>
                  {itemNameOf(each)}
                  <span className="quiet">
                    {each.CustomerName} <span className="code">{each.CustomerNo}</span> · {each.InventoryStatus}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {place === '' && (
        <LeftOutside
          items={itemsLeftToCountOutsideBins(state)}
          onNone={waiting === 0 ? (item) => act({ kind: 'none', item }) : undefined}
        />
      )}
      {isLeaving && isCounting && (
        <DropCount
          place={place}
          lines={lines}
          onDrop={() => act({ kind: 'drop' })}
          onClose={() => act({ kind: 'stay' })}
        />
      )}
      {!isCounting && <ToCount warehouse={warehouse} act={act} />}
    </>
  );
}

interface DropCountProps {
  readonly place: string;
  readonly lines: readonly CountedItem[];
  readonly onDrop: () => void;
  readonly onClose: () => void;
}

/** Asks before counted lines are dropped. The Enter of a scan does not confirm it. */
function DropCount({ place, lines, onDrop, onClose }: DropCountProps) {
  const strayScans = useStrayScanGuard();
  const units = lines.reduce((sum, { count }) => sum + count, 0);
  return (
    <Confirm
      title={place === '' ? 'Drop the count outside bins?' : `Drop the count of ${place}?`}
      action="Drop the count"
      otherwise="Keep counting"
      isDangerous
      isLarge
      strayScans={strayScans}
      onConfirm={async () => onDrop()}
      onClose={onClose}
    >
      <p>
        {countOf(units, 'unit')} of {countOf(lines.length, 'item')} {units === 1 ? 'is' : 'are'} counted. Nothing of it
        is recorded yet.
      </p>
    </Confirm>
  );
}

function CurrentPlace({ place, lines }: { readonly place: string; readonly lines: readonly CountedItem[] }) {
  const [last] = lines;
  return (
    <section className={styles.current} aria-label="Current place">
      <div className={styles.place} data-next={last === undefined || undefined}>
        <span className={styles.caption}>{place === '' ? 'Outside bins' : 'Bin'}</span>
        <strong className={place === '' ? styles.name : styles.bin} data-long={isLongBin(place)}>
          {place === '' ? 'In no bin' : place}
        </strong>
      </div>
      <div className={styles.count}>
        <span className={styles.caption}>Counted</span>
        <strong>{formatCount(last?.count ?? 0)}</strong>
      </div>
      <div className={styles.wine} data-next={last !== undefined || undefined}>
        <strong className={styles.name} data-long={last && isLongName(itemNameOf(last))}>
          {last === undefined ? 'Nothing yet' : itemNameOf(last)}
        </strong>
        <span className={styles.about}>
          {last && `${last.CustomerName || last.CustomerNo} · ${last.ItemNo} · ${last.InventoryStatus}`}
        </span>
        <span className={styles.step}>Scan each bottle or case, or type the count of the last one</span>
      </div>
    </section>
  );
}

interface LeftOutsideProps {
  readonly items: readonly ItemOutside[];
  readonly onNone: ((item: ItemOutside) => void) | undefined;
}

/** Items to be counted outside bins that were not scanned yet, with a button for none, because missing bottles cannot be scanned. */
function LeftOutside({ items, onNone }: LeftOutsideProps) {
  if (items.length === 0) return null;
  return (
    <Panel title="Not counted yet" note={countOf(items.length, 'item')}>
      <FirstRows rows={items}>
        {(rows) => (
          <ul className={styles.list} aria-label="Not counted yet">
            {rows.map((item) => (
              <li key={`${item.CustomerNo} ${item.ItemNo} ${item.InventoryStatus}`}>
                <span className={styles.item}>
                  <strong>{item.ItemNo}</strong>
                  <span className="quiet">
                    {item.CustomerName} <span className="code">{item.CustomerNo}</span> · {item.InventoryStatus}
                  </span>
                </span>
                <Button
                  variant="default"
                  className={styles.pick ?? ''}
                  aria-label={`None of ${item.ItemNo} ${item.InventoryStatus} of ${item.CustomerNo}`}
                  disabled={onNone === undefined}
                  onClick={() => onNone?.(item)}
                >
                  None
                </Button>
              </li>
            ))}
          </ul>
        )}
      </FirstRows>
    </Panel>
  );
}

/** The most item numbers in a row of a list. */
const shownItems = 3;

function itemsText(items: readonly ItemOutside[]): string {
  const shown = items.slice(0, shownItems).map(({ ItemNo }) => ItemNo);
  const more = items.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

type Waiting = ReplyOf<'/api/Counts/List'>['Waiting'][number];

function ToCount({ warehouse, act }: { readonly warehouse: string; readonly act: (action: CountAction) => void }) {
  const list = useOperation('/api/Counts/List', { Warehouse: warehouse }, { refreshMs: 60_000 });
  const [isBeginning, setIsBeginning] = useState(false);
  /** Reads the list again: right after a count, the one on screen still has what was counted. */
  const countOutside = async (): Promise<void> => {
    setIsBeginning(true);
    const { data } = await list.refetch();
    setIsBeginning(false);
    const outside = data?.Places.find(({ Location, IsForOthers }) => Location === '' && !IsForOthers);
    if (outside !== undefined) act({ kind: 'outside', items: outside.Items });
  };
  return (
    <QueryState query={list}>
      <Panel
        title="To be counted"
        note="in walk order"
        actions={
          <ExportButton
            exported={{ list: '/api/Counts/List', filters: { Warehouse: warehouse } }}
            isDisabled={!list.data?.Places.length && !list.data?.Waiting.length}
          />
        }
      >
        {list.data?.Places.length === 0 && (
          <EmptyState title="No place is to be counted">Scan any bin to count it.</EmptyState>
        )}
        <FirstRows rows={list.data?.Places ?? []}>
          {(places) => (
            <ul className={styles.list} aria-label="To be counted">
              {places.map(({ Location, Zone, IsRecount, IsForOthers, Items }) => (
                <li key={Location}>
                  <span className={styles.where}>{Location === '' ? 'In no bin' : Location}</span>
                  <span className={styles.item}>
                    <strong>{Location === '' ? itemsText(Items) : Zone === '' ? 'Bin' : `Zone ${Zone}`}</strong>
                    <span className="quiet">
                      {IsForOthers
                        ? 'again, by another person'
                        : IsRecount
                          ? 'again'
                          : Location === ''
                            ? 'all that stands in no bin'
                            : 'all that lies in it'}
                    </span>
                  </span>
                  {Location === '' && !IsForOthers && (
                    <Button className={styles.pick ?? ''} disabled={isBeginning} onClick={() => void countOutside()}>
                      Count
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </FirstRows>
      </Panel>
      {list.data && list.data.Waiting.length > 0 && (
        <WaitingForCount warehouse={warehouse} waiting={list.data.Waiting} />
      )}
      {list.data?.Next && <p className="quiet">More come when these are counted.</p>}
    </QueryState>
  );
}

interface WaitingForCountProps {
  readonly warehouse: string;
  readonly waiting: readonly Waiting[];
}

function WaitingForCount({ warehouse, waiting }: WaitingForCountProps) {
  const begin = async ({ CustomerNo, ItemNo, InventoryStatus }: Waiting): Promise<void> => {
    try {
      const { Places } = await call('/api/Counts/Open', { Warehouse: warehouse, CustomerNo, ItemNo, InventoryStatus });
      notify(`${ItemNo} is counted in ${countOf(Places, 'place')}.`);
      await refreshAll();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Panel title="Waiting for a count" note={countOf(waiting.length, 'item')}>
      <ul className={styles.list} aria-label="Waiting for a count">
        {waiting.map((item) => (
          <li key={`${item.CustomerNo} ${item.ItemNo} ${item.InventoryStatus}`}>
            <span className={styles.item}>
              <strong>{itemNameOf(item)}</strong>
              <span className="quiet">
                {item.CustomerName} <span className="code">{item.CustomerNo}</span> · {item.ItemNo} ·{' '}
                {item.InventoryStatus} · {item.Reason === 'due' ? 'due by the plan' : 'bins and stock do not agree'}
              </span>
            </span>
            <Button
              variant="default"
              className={styles.pick ?? ''}
              aria-label={`Count ${item.ItemNo} ${item.InventoryStatus} of ${item.CustomerNo}`}
              onClick={() => void begin(item)}
            >
              Count
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
