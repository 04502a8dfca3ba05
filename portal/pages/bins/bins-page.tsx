/** The bin station: people put bottles away, move them and fill pick faces, by scans and keys alone. */
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import type { StationKey } from '../../design/keys.ts';
import { KeysetPager } from '../../design/keyset-pager.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { OnlyTab } from '../../station/only-tab.tsx';
import { ScanInputForm, useReadyScanLine, useRefreshWhen } from '../../station/scan-input-form.tsx';
import { SoundSwitch, StationButtons, useStationKeys } from '../../station/station-keys.tsx';
import { useStation } from '../../station/use-station.ts';
import { VerdictBand } from '../../station/verdict-band.tsx';
import styles from '../../station/work.module.css';
import { UnworkedPage, useBinWarehouse, WarehouseChoice } from '../../station/worked-warehouses.tsx';
import { isLongBin, isLongName } from '../pick/long-texts.ts';
import {
  type BinState,
  type BinStationController,
  createBinStationController,
  type FaceToFill,
  maxUnitsToTake,
  type SavedBinsState,
} from './bin-station.ts';
import { ItemChoices } from './item-choices.tsx';
import { choicePrompt, itemNameOf } from './scanned-items.ts';
import { ToteLeftovers } from './tote-leftovers.tsx';

const firstStep = 'Scan a bottle or a case to put it away, or a bin to take something out of it.';
const words = { ready: 'Scan', right: 'Right', wrong: 'Wrong', done: 'Done' } as const;

export function BinsPage() {
  const { codes, code, isUnused } = useBinWarehouse();
  const { Email } = useOperator();
  if (isUnused)
    return <UnworkedPage title="Bins" codes={codes} code={code} purpose="to put away and move its bottles" />;
  return (
    <Page
      title="Bins"
      aside={Email}
      actions={
        <>
          <SoundSwitch />
          <WarehouseChoice codes={codes} code={code} isCompact />
        </>
      }
    >
      {code !== '' && (
        <OnlyTab key={code} station={`bins.${code}`}>
          <OpenedStation warehouse={code} />
        </OnlyTab>
      )}
    </Page>
  );
}

function OpenedStation({ warehouse }: { readonly warehouse: string }) {
  const station = useStation(`bins.${warehouse}`, (ports, kept?: SavedBinsState) =>
    createBinStationController(warehouse, ports, kept),
  );
  return station && <Station warehouse={warehouse} station={station} />;
}

interface StationProps {
  readonly warehouse: string;
  readonly station: BinStationController;
}

function Station({ warehouse, station: { state: read, subscribe, act } }: StationProps) {
  const state = useSyncExternalStore(subscribe, read);
  const { verdict, message, trouble, waiting, from, item, contents, count } = state;
  const isBusy = from !== undefined || item !== undefined || state.wanted !== undefined || state.choices.length > 0;
  const maxUnits = maxUnitsToTake(state);
  const keys: readonly StationKey[] = [
    {
      key: 'F6',
      label: !Number.isFinite(maxUnits)
        ? 'All'
        : state.wanted === undefined
          ? `All ${formatCount(maxUnits)}`
          : `Take ${formatCount(maxUnits)}`,
      run: item && Number.isFinite(maxUnits) && count < maxUnits ? () => act({ kind: 'all' }) : undefined,
      isPrimary: true,
    },
    { key: 'Escape', label: 'Not now', run: isBusy ? () => act({ kind: 'leave' }) : undefined },
  ];
  useStationKeys(keys);
  const line = useReadyScanLine(waiting === 0);
  useRefreshWhen(verdict === 'done');
  return (
    <>
      <VerdictBand
        verdict={verdict}
        word={state.choices.length > 0 ? choicePrompt : words[verdict]}
        message={message || firstStep}
        trouble={trouble}
      />
      {item && <InHand state={state} />}
      <ScanInputForm inputRef={line} waiting={waiting} onScan={(code) => act({ kind: 'scan', code })} />
      <StationButtons keys={keys} />
      <ItemChoices items={state.choices} onChoose={(chosen) => act({ kind: 'choose', item: chosen })} />
      {from !== undefined && item === undefined && (
        <Panel title={`In ${from}`} note={countOf(contents.length, 'item')}>
          <ul className={styles.stops} aria-label={`In ${from}`}>
            {contents.map((content) => (
              <li key={`${content.CustomerNo} ${content.ItemNo} ${content.InventoryStatus}`}>
                <span className={styles.units}>{unitsText(content.Quantity)}</span>
                <span className={styles.item}>
                  {itemNameOf(content)}
                  <span className="quiet">
                    {content.CustomerName} <span className="code">{content.CustomerNo}</span> ·{' '}
                    {content.InventoryStatus}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {!isBusy && <Tasks warehouse={warehouse} onFill={(face) => act({ kind: 'fill', face })} />}
    </>
  );
}

/** The quantity; an item that is being counted shows none. */
const unitsText = (units: number | undefined) => (units === undefined ? 'counting' : `${formatCount(units)} ×`);

function InHand({ state: { item, from, count, target, wanted } }: { readonly state: BinState }) {
  if (item === undefined) return null;
  return (
    <section className={styles.current} aria-label="In the hand">
      <div className={styles.place} data-next>
        <span className={styles.caption}>{target === '' ? 'To' : 'Take it to'}</span>
        <strong className={target === '' ? styles.name : styles.bin} data-long={isLongBin(target)}>
          {target === '' ? 'Any bin' : target}
        </strong>
      </div>
      <div className={styles.count}>
        <span className={styles.caption}>In the hand</span>
        <strong>{formatCount(count)}</strong>
      </div>
      <div className={styles.wine}>
        <strong className={styles.name} data-long={isLongName(itemNameOf(item))}>
          {itemNameOf(item)}
        </strong>
        <span className={styles.about}>
          {item.CustomerName} <span className="code">{item.CustomerNo}</span> ·{' '}
          <span className="code">{item.ItemNo}</span> · {item.InventoryStatus}
        </span>
        <span className={styles.step}>
          {from === undefined
            ? item.Unplaced === undefined
              ? 'Being counted'
              : `${formatCount(item.Unplaced)} in no bin`
            : wanted === undefined
              ? `From ${from}`
              : `${formatCount(wanted)} from ${from}`}
          : scan each bottle or case, or type the count; then scan the bin
        </span>
      </div>
    </section>
  );
}

/** The most pick faces that are listed: a person fills one after the other. */
const shownFaces = 50;

interface TasksProps {
  readonly warehouse: string;
  readonly onFill: (face: FaceToFill) => void;
}

function Tasks({ warehouse, onFill }: TasksProps) {
  return (
    <>
      <FacesToFill warehouse={warehouse} onFill={onFill} />
      <ToteLeftovers warehouse={warehouse} />
      <UnplacedStock warehouse={warehouse} />
    </>
  );
}

function FacesToFill({ warehouse, onFill }: TasksProps) {
  const faces = useOperation('/api/Bins/ListReplenishments', { Warehouse: warehouse }, { refreshMs: 60_000 });
  return (
    <QueryState query={faces}>
      {faces.data && faces.data.Records.length > 0 && (
        <Panel title="Pick faces to fill" note="in walk order">
          <ul className={styles.list} aria-label="Pick faces to fill">
            {faces.data.Records.slice(0, shownFaces).map((face, nth) => (
              <li key={`${face.Location} ${face.CustomerNo} ${face.ItemNo} ${face.InventoryStatus}`}>
                <span className={styles.where}>{face.Location}</span>
                <span className={styles.item}>
                  <strong>
                    {formatCount(face.Wanted)} × {itemNameOf(face)}
                  </strong>
                  <span className="quiet">
                    {face.From.length === 0
                      ? 'Nothing is left in the reserve'
                      : `from ${face.From.map(({ Location, Quantity }) => `${Location} (${formatCount(Quantity)})`).join(', ')}`}
                    {face.Person !== '' && ` · ${face.IsMine ? 'you' : face.Person}`}
                  </span>
                </span>
                {face.From.length > 0 && (face.Person === '' || face.IsMine) && (
                  <Button
                    // The first is the next one of the walk.
                    variant={nth === 0 ? 'filled' : 'default'}
                    className={styles.pick ?? ''}
                    aria-label={`Fill ${face.Location}`}
                    onClick={() => onFill(face)}
                  >
                    Fill
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {faces.data.Records.length > shownFaces && (
            <p className="quiet">
              {formatCount(faces.data.Records.length - shownFaces)} more come when these are filled.
            </p>
          )}
        </Panel>
      )}
    </QueryState>
  );
}

function UnplacedStock({ warehouse }: { readonly warehouse: string }) {
  const { after } = useSearch({ from: '__root__' });
  const unplaced = useOperation(
    '/api/Bins/ListUnplaced',
    { Warehouse: warehouse, ...(after && { After: after }) },
    { refreshMs: 60_000, keepsPrevious: true },
  );
  return (
    <>
      <Panel
        title="In no bin"
        note={unplaced.data && countOf(unplaced.data.Count, 'item')}
        actions={
          <ExportButton
            exported={{ list: '/api/Bins/ListUnplaced', filters: { Warehouse: warehouse } }}
            isDisabled={!unplaced.data?.Records.length}
          />
        }
      >
        <QueryState query={unplaced}>
          {unplaced.data?.Records.length === 0 && (
            <EmptyState title="Everything lies in bins">What is received comes here.</EmptyState>
          )}
          {unplaced.data && (
            <ul className={styles.stops} aria-label="In no bin">
              {unplaced.data.Records.map((record) => (
                <li key={`${record.CustomerNo} ${record.ItemNo} ${record.InventoryStatus}`}>
                  <span className={styles.units}>{unitsText(record.Unplaced)}</span>
                  <span className={styles.item}>
                    {itemNameOf(record)}
                    <span className="quiet">
                      {record.CustomerName} <span className="code">{record.CustomerNo}</span> · {record.ItemNo} ·{' '}
                      {record.InventoryStatus}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </Panel>
      <KeysetPager after={after} next={unplaced.data?.Next} isLoading={unplaced.isPlaceholderData} />
    </>
  );
}
