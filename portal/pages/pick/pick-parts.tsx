/** The parts of a picking task: the current stop, the next stops, and the contents of the totes. */
import { countOf, formatCount } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import styles from '../../station/work.module.css';
import { unitOnShelf } from '../skus/sku-words.ts';
import { LeftoverList, type ToteWithLeftovers } from './leftover-list.tsx';
import { isLongBin, isLongName } from './long-texts.ts';
import type { PickingTask } from './picking-station.ts';

type Stop = NonNullable<PickingTask['Current']>;

const steps: Readonly<Record<PickingTask['Next'], string>> = {
  bin: 'Scan the bin',
  item: 'Scan each bottle, or its case',
  tote: 'Scan the tote',
  none: 'Everything is picked',
};

/** Bin, item and count, as large as they fit. */
export function CurrentStop({ task, stop }: { readonly task: PickingTask; readonly stop: Stop }) {
  const { Location, Zone, Description, ItemNo, CustomerName, Uom, Units, Picked, IsMoreThanRecorded } = stop;
  return (
    <section className={styles.current} aria-label="Current stop">
      <div className={styles.place} data-next={task.Next === 'bin' || undefined}>
        <span className={styles.caption}>{Location === '' ? 'No bin' : Zone === '' ? 'Bin' : `Zone ${Zone}`}</span>
        <strong className={Location === '' ? styles.name : styles.bin} data-long={isLongBin(Location)}>
          {Location === '' ? 'By name' : Location}
        </strong>
      </div>
      <div className={styles.count} data-next={task.Next === 'tote' || undefined}>
        <span className={styles.caption}>{task.Next === 'tote' ? 'In the hand' : 'Take'}</span>
        <strong>{formatCount(task.Next === 'tote' ? task.InHand : Units)}</strong>
        {Picked > 0 && (
          <span className={styles.caption}>
            {formatCount(Picked)} of {formatCount(Picked + Units)} taken
          </span>
        )}
      </div>
      <div className={styles.wine} data-next={task.Next === 'item' || undefined}>
        <strong className={styles.name} data-long={isLongName(Description)}>
          {Description === '' ? ItemNo : Description}
        </strong>
        <span className={styles.about}>
          {[unitOnShelf(Uom), CustomerName].filter((text) => text !== '').join(' · ')}
          {Description !== '' && (
            <>
              {' · '}
              <span className="code">{ItemNo}</span>
            </>
          )}
        </span>
        {IsMoreThanRecorded && task.Next !== 'tote' && (
          <span className={styles.about}>
            The bins have fewer on record: what is not here may stand in no bin. Press F7.
          </span>
        )}
        <span className={styles.step}>{steps[task.Next]}</span>
      </div>
    </section>
  );
}

/** The contents of a scanned tote that is not empty, by bin: the person puts them back, or takes another tote. */
export function PutBackList({ tote }: { readonly tote: ToteWithLeftovers }) {
  return (
    <section className={styles.putBack} aria-label={`Put back from tote ${tote.Tote}`}>
      <h2>
        Put back into the bins, then press F8 <small>or take another tote</small>
      </h2>
      <LeftoverList tote={tote} />
    </section>
  );
}

const shownStops = 5;

export function NextStops({ task }: { readonly task: PickingTask }) {
  const { Current, Stops, PutBack } = task;
  const next = Stops.filter(
    ({ CustomerNo, ItemNo, Location }) =>
      CustomerNo !== Current?.CustomerNo || ItemNo !== Current.ItemNo || Location !== Current.Location,
  );
  return (
    <>
      {PutBack.length > 0 && (
        <Panel title="Put back" note="no order wants it any more">
          <ul className={styles.stops} aria-label="Put back">
            {PutBack.map(({ CustomerNo, ItemNo, Description, Units }) => (
              <li key={`${CustomerNo} ${ItemNo}`}>
                <span className={styles.units}>{formatCount(Units)} ×</span>
                <span className={styles.item}>{Description === '' ? ItemNo : Description}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {next.length > 0 && (
        <Panel title="Then" note={`${countOf(next.length, 'stop')} in walk order`}>
          <ul className={styles.stops} aria-label="Next stops">
            {next.slice(0, shownStops).map(({ CustomerNo, ItemNo, Location, Description, Units }) => (
              <li key={`${CustomerNo} ${ItemNo} ${Location}`}>
                <span className={styles.where}>{Location === '' ? 'By name' : Location}</span>
                <span className={styles.item} title={Description}>
                  {Description === '' ? ItemNo : Description}
                </span>
                <span className={styles.units}>{formatCount(Units)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

interface TotesProps {
  readonly task: PickingTask;
  readonly reasonName: (code: string) => string;
}

export function Totes({ task, reasonName }: TotesProps) {
  const { WaveNumber, WaveName, Number: number, Totes: totes, Shorts, Picked, Units } = task;
  const about = [`Wave ${WaveNumber}`, WaveName, `task ${number}`].filter((text) => text !== '').join(', ');
  return (
    <Panel title={about} note={noteOf(task)}>
      <ul className={styles.totes} aria-label="Totes">
        {totes.map(({ Tote, Units }) => (
          <li key={Tote}>
            Tote <strong className="code">{Tote}</strong>: {formatCount(Units)}
          </li>
        ))}
        {Shorts.map(({ ItemNo, Location, Units, ReasonCode }) => (
          <li key={`${ItemNo} ${Location} ${Units}`} className={styles.short}>
            {formatCount(Units)} × <span className="code">{ItemNo}</span> not{' '}
            {Location === '' ? (
              'found'
            ) : (
              <>
                in <span className="code">{Location}</span>
              </>
            )}{' '}
            ({reasonName(ReasonCode)})
          </li>
        ))}
        {totes.length + Shorts.length === 0 && (
          <li>
            {formatCount(Picked)} of {countOf(Units, 'bottle')} picked
          </li>
        )}
      </ul>
    </Panel>
  );
}

function noteOf({ State, Orders, Totes: totes }: PickingTask): string {
  if (State !== 'done') return countOf(Orders, 'order');
  return totes.length === 0 ? 'nothing goes to packing' : 'bring it to packing';
}
