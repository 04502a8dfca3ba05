/** The parts of a packing session. */
import type { ReactNode } from 'react';
import { useCarrierNames } from '../../api/carriers.ts';
import { countOf, formatCount, statusInWords } from '../../design/format.ts';
import { GiftIcon, type Icon, InfoIcon, PersonIcon, SnowIcon } from '../../design/icons.tsx';
import { DescriptionList, Panel } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { unitOnShelf } from '../skus/sku-words.ts';
import { floorStateTone } from '../waves/floor-states.ts';
import { useShippers } from './box-form.tsx';
import styles from './pack-page.module.css';
import type { PackingSession } from './packing-session.ts';

interface SessionProps {
  readonly session: PackingSession;
}

/** Special demands of the order: adult signature, ice pack, gift note, instructions. */
export function SpecialHandlingList({ session }: SessionProps) {
  const { AdultSignature, IcePack, GiftNote, Instructions } = session;
  if (!AdultSignature && !IcePack && !GiftNote && Instructions === '') return null;
  return (
    <ul className={styles.demands} aria-label="Mind">
      {IcePack && <Demand icon={SnowIcon}>{iceText(session)}</Demand>}
      {GiftNote && <Demand icon={GiftIcon}>Put in the gift note</Demand>}
      {AdultSignature && <Demand icon={PersonIcon}>Adult signature 21+</Demand>}
      {Instructions !== '' && <InstructionsDemand text={Instructions} />}
    </ul>
  );
}

/** Longer instructions have the whole width, smaller letters and a place that scrolls: band and scanner's line stay in sight. */
const longInstructions = 160;

function InstructionsDemand({ text }: { readonly text: string }) {
  if (text.length <= longInstructions) return <Demand icon={InfoIcon}>{text}</Demand>;
  return (
    <li data-long>
      <InfoIcon size={28} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Instructions">
        {text}
      </section>
    </li>
  );
}

/** How many depends on what is in the box: the slip, which has them too, is printed when the box is closed already. */
function iceText({ Boxes }: PackingSession): string {
  const open = Boxes.find(({ IsClosed }) => !IsClosed);
  if (open === undefined) return 'Put in ice packs';
  const text = `Put in ${countOf(open.IcePacks, 'ice pack')}`;
  return Boxes.length === 1 ? text : `Box ${open.Box}: ${text.toLowerCase()}`;
}

function Demand({ icon: DemandIcon, children }: { readonly icon: Icon; readonly children: ReactNode }) {
  return (
    <li>
      <DemandIcon size={28} />
      {children}
    </li>
  );
}

export function PackingOrderPanel({ session }: SessionProps) {
  const { carrierName, addedServiceName } = useCarrierNames();
  const { OrderNo, OrderType, CustomerName, Recipient, Carrier, Service, Warehouse } = session;
  return (
    <Panel
      title={`Order ${OrderNo}`}
      note={
        <>
          {OrderType} · {CustomerName}{' '}
          <Status tone={floorStateTone(session.State)}>{statusInWords(session.State)}</Status>
        </>
      }
    >
      <ul className={styles.lines} aria-label="Bottles">
        {session.Lines.map(({ Line, ItemNo, Description, Uom, Units, Packed }) => (
          <li
            key={Line}
            data-state={Packed === Units ? 'complete' : Packed > Units ? 'surplus' : undefined}
            aria-label={`${ItemNo}: ${Packed} of ${Units}`}
          >
            <span className={styles.count}>
              {formatCount(Packed)}
              <small>/{formatCount(Units)}</small>
            </span>
            <span className={styles.item}>
              <strong>{Description || ItemNo}</strong>
              <span className="quiet">
                <span className="code">{ItemNo}</span>
                {Uom !== '' && ` · ${unitOnShelf(Uom)}`}
                {Packed > Units && ' · take out what is too many'}
              </span>
            </span>
            {Units <= mostPips && (
              <span className={styles.pips} aria-hidden="true">
                {Array.from({ length: Units }, (_, nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: pips are their place
                  <i key={nth} data-full={nth < Packed || undefined} />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <DescriptionList
        isNarrow
        items={[
          { label: 'To', value: Recipient.Name },
          { label: 'City', value: `${Recipient.City} ${Recipient.ZipCode}` },
          { label: 'Carrier', value: `${carrierName(Carrier)} ${addedServiceName(Carrier, Service)}`.trim() },
          { label: 'Warehouse', value: Warehouse },
        ]}
      />
    </Panel>
  );
}

const mostPips = 12;

export function PackingBoxesPanel({ session }: SessionProps) {
  const { Boxes: boxes, Lines: lines } = session;
  const shippers = useShippers();
  if (boxes.length === 0) return null;
  const nameOf = (line: number): string => lines.find(({ Line }) => Line === line)?.ItemNo ?? `line ${line}`;
  return (
    <Panel title="Boxes">
      <ul className={styles.boxes} aria-label="Boxes">
        {boxes.map(
          ({
            Box,
            IsClosed,
            WeightLb,
            LengthIn,
            WidthIn,
            HeightIn,
            Shipper,
            TrackingNumber,
            IsStaged,
            IcePacks,
            Items,
          }) => (
            <li key={Box}>
              <span>
                <strong>Box {Box}</strong>{' '}
                {IsStaged ? (
                  <Status tone="good">Staged</Status>
                ) : TrackingNumber !== '' ? (
                  <Status tone="info">Labeled</Status>
                ) : IsClosed ? (
                  <Status tone="neutral">Closed</Status>
                ) : (
                  <Status tone="warn">Open</Status>
                )}
              </span>
              <span className="quiet">{Items.map(({ Line, Units }) => `${Units} × ${nameOf(Line)}`).join(', ')}</span>
              {IsClosed && (
                <span className="quiet">
                  {WeightLb} lb ·{' '}
                  {shippers.find((each) => each.Shipper === Shipper)?.Name ??
                    `${LengthIn} × ${WidthIn} × ${HeightIn} in`}
                  {IcePacks > 0 && ` · ${countOf(IcePacks, 'ice pack')}`}
                </span>
              )}
              {TrackingNumber !== '' && <span className="code">{TrackingNumber}</span>}
            </li>
          ),
        )}
      </ul>
    </Panel>
  );
}
