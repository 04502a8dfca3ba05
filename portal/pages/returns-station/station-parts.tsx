/** The parts of a return at the station: matches to choose from, scanned bottles, and decisions. */
import { Button } from '@mantine/core';
import { formatCount } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { PhotoList } from '../../design/photos.tsx';
import stationStyles from '../../station/station.module.css';
import styles from '../../station/work.module.css';
import type { DispositionChoice } from './disposition-choices.ts';
import type { ReturnMatch, StationReturn } from './returns-station.ts';

type Finding = StationReturn['Findings'][number];

/** Returns and orders that one scan names. */
export function ReturnMatchesPanel({
  matches,
  onChoose,
}: {
  readonly matches: readonly ReturnMatch[];
  readonly onChoose: (match: ReturnMatch) => void;
}) {
  return (
    <Panel title="Which one?" note="A return of an order that is not announced is opened for it">
      <ul className={styles.list} aria-label="Returns and orders to choose from">
        {matches.map((match, nth) => (
          <li key={match.TransactionReferenceNumber}>
            <span className={styles.number}>{nth + 1}</span>
            <span className={styles.item}>
              <strong>
                {match.RMANumber ||
                  [`Order ${match.OrderNo}`, match.ShipmentKey].filter((text) => text !== '').join(' · ')}
              </strong>
              <span className="quiet">
                {match.CustomerName} <span className="code">{match.CustomerNo}</span> · {match.OrderNo} · {match.Status}
              </span>
            </span>
            <Button
              className={styles.pick ?? ''}
              aria-label={`Choose ${match.RMANumber || match.ShipmentKey || match.OrderNo} of ${match.CustomerNo}`}
              disabled={match.Status === 'CLOSED'}
              onClick={() => onChoose(match)}
            >
              {match.Kind === 'order' ? 'Open a return' : 'Choose'}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The announced and the scanned units by item. */
export function InspectedBottles({ found, condition }: { readonly found: StationReturn; readonly condition: string }) {
  const { Lines, Found, OrderNo, CustomerName } = found;
  const items = Map.groupBy(Lines, ({ ItemNo }) => ItemNo);
  return (
    <Panel title={`Order ${OrderNo}`} note={CustomerName} actions={<strong>Scanning {condition} bottles</strong>}>
      <ul className={styles.list} aria-label="Bottles">
        {[...items].map(([itemNo, lines]) => {
          const units = Found.filter(({ ItemNo }) => ItemNo === itemNo);
          const expected = lines.reduce((sum, { Expected }) => sum + Expected, 0);
          return (
            <li key={itemNo}>
              <span className={styles.number}>{formatCount(units.reduce((sum, { Units }) => sum + Units, 0))}</span>
              <span className={styles.item}>
                <strong>{lines[0]?.Description || itemNo}</strong>
                <span className="quiet">
                  <span className="code">{itemNo}</span> · {formatCount(expected)} announced
                  {units.map(({ InventoryStatus, Units }) => ` · ${formatCount(Units)} × ${InventoryStatus}`)}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      <PhotoList customerNo={found.CustomerNo} photos={found.Photos} />
    </Panel>
  );
}

export function DispositionPrompt({
  found,
  finding,
  choices,
  onChoose,
}: {
  readonly found: StationReturn;
  readonly finding: Finding;
  readonly choices: readonly DispositionChoice[];
  readonly onChoose: (choice: DispositionChoice) => void;
}) {
  const description = found.Lines.find(({ Line }) => Line === finding.Line)?.Description;
  return (
    <section className={styles.current} aria-label="To decide">
      <div className={styles.wine} data-next>
        <span className={styles.caption}>What becomes of them?</span>
        <strong className={styles.name}>
          {formatCount(finding.Quantity)} × {description || finding.ItemNo}
        </strong>
        <span className={styles.about}>
          <span className="code">{finding.ItemNo}</span> · found as {finding.InventoryStatus}
        </span>
        <span className={styles.step}>Its number, then Enter</span>
      </div>
      <div className={stationStyles.buttons}>
        {choices.map((choice) => (
          <Button
            key={choice.key}
            variant="default"
            className={stationStyles.button ?? ''}
            onClick={() => onChoose(choice)}
          >
            {choice.label} <kbd className={stationStyles.key}>{choice.key}</kbd>
          </Button>
        ))}
      </div>
    </section>
  );
}

/** The dispositions of a return's bottles. */
export function DecidedBottles({ found }: { readonly found: StationReturn }) {
  return (
    <Panel title={found.RMANumber} note={found.CustomerName}>
      <ul className={styles.totes} aria-label="Decided">
        {found.Findings.map(({ Line, Finding, ItemNo, Quantity, Disposition, PostedStatus }) => (
          <li key={`${Line} ${Finding}`}>
            {formatCount(Quantity)} × <span className="code">{ItemNo}</span>: {Disposition || 'undecided'}{' '}
            {PostedStatus}
          </li>
        ))}
        {found.Findings.length === 0 && <li>Nothing of it has arrived.</li>}
      </ul>
    </Panel>
  );
}
