/** Reads the floor across customers: for lists, and to find the order of a scan. Steps that change an order lock it and read it again. */
import { isWillCallCarrier } from '../carriers/index.ts';
import type { TimePosition } from '../contract/time-pages.ts';
import { isUuid } from '../lib/uuid.ts';
import { findOrderKeysByReference } from '../order-index/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { findReshipmentsByName } from '../returns/index.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { findJitLabelsById, readScannedJitLabelId } from '../shipping-labels/index.ts';
import { floorWorkTable, readFloorWork } from './floor-store.ts';
import { activeFloorStates, type FloorState, type FloorWork } from './floor-work.ts';
import type { Manifest } from './manifest-store.ts';
import { trackingNumberCandidatesOfScan } from './tracking-scan.ts';

/** Maximum rows of a list that is not read in pages, such as the orders of a manifest; a printed manifest has all. */
export const maxListedFloorWork = 5_000;

interface NameScope {
  readonly customerNo: string | undefined;
  /** Undefined: all. */
  readonly warehouses: readonly string[] | undefined;
  readonly limit: number;
}

/**
 * The orders on the floor that a text names: by reference, or by order number or shipment key. A number or key that is not found as
 * written is tried in capital letters. Orders that departed or were taken back are returned only when no other order is found. A
 * winery's problems are omitted when one of its orders in work is found. The scope is of orders found by number or key: only those of
 * its customer, and at most `limit`; of more, those that did not depart and were not taken back come first, then those at its `warehouses`.
 */
export async function findFloorWorkByName(reader: DbReader, text: string, scope: NameScope): Promise<FloorWork[]> {
  const name = parseOrderNameInScan(text);
  const found = isUuid(name.toLowerCase())
    ? await readFloorWork(reader, await findOrderKeysByReference(reader, name.toLowerCase()))
    : await findWorkByNumber(reader, name, scope);
  const active = found.filter(({ state }) => state !== 'departed' && state !== 'stopped');
  // When a winery has several orders with this number, people want the one that is in work.
  const inWork = new Set(active.flatMap(({ state, customerNo }) => (state === 'problem' ? [] : [customerNo])));
  const wanted = active.filter(({ state, customerNo }) => state !== 'problem' || !inWork.has(customerNo));
  return wanted.length > 0 ? wanted : found;
}

/** The reference or number in a scan: a slip's Data Matrix is the reference and the order number. */
export const parseOrderNameInScan = (text: string): string => (text.split('|', 1)[0] as string).trim();

async function findWorkByNumber(reader: DbReader, name: string, scope: NameScope): Promise<FloorWork[]> {
  const found = await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where (f.order_no = $1 or (f.shipment_key = $1 and f.shipment_key <> '')) and ($2::text is null or f.customer_no = $2)
      order by f.state in ('departed', 'stopped'), ($3::text[] is null or f.warehouse = any ($3)) desc,
               f.state = 'problem', f.released_at desc limit $4`,
    [name, scope.customerNo ?? null, scope.warehouses ?? null, scope.limit],
  );
  const capital = name.toUpperCase();
  return found.length > 0 || capital === name ? found : await findWorkByNumber(reader, capital, scope);
}

/**
 * The order to pack next of those that were picked together into a tote, one for each warehouse in which the code has any: the one
 * that the person has, then the one that was released first. Orders that another person has are omitted, and so are those that are
 * packed again, whose bottles are in boxes.
 */
export async function listNextFloorWorkOfTote(
  reader: DbReader,
  tote: string,
  { warehouses, operatorId }: { readonly warehouses: readonly string[] | undefined; readonly operatorId: string },
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select distinct on (f.warehouse) ${floorWorkTable.select('f')}
       from floor_work f join pick_parts p on p.customer_no = f.customer_no and p.task_id = f.pick_task_id
      where f.state in ('picked', 'short', 'packing') and f.pick_task_id is not null and not f.is_repacked
        and ($2::text[] is null or f.warehouse = any ($2))
        and (f.packer_id is null or f.packer_id = $3 or f.claimed_until < now())
        and p.picks @> jsonb_build_array(jsonb_build_object('tote', $1::text))
      order by f.warehouse, f.packer_id is distinct from $3, f.released_at, f.customer_no, f.order_id`,
    [tote, warehouses ?? null, operatorId],
  );
}

/** At most `limit` orders on the floor of a warehouse, neither departed nor taken back, oldest release first. */
export async function listOpenFloorWorkAt(reader: DbReader, warehouse: string, limit: number): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where f.warehouse = $1 and f.state not in ('departed', 'stopped')
      order by f.released_at, f.customer_no, f.order_id limit $2`,
    [warehouse, limit],
  );
}

/** A box on the floor, by the tracking number of its label. */
export interface FoundBox {
  readonly work: FloorWork;
  readonly trackingNo: string;
}

/**
 * The box that each scan of a label names, undefined for none. Of several, those of orders in work come first, then those of the likeliest
 * number in the scan, then that of the last release: carriers use numbers again.
 */
export async function findBoxesByScan(
  reader: DbReader,
  scans: readonly string[],
  warehouses: readonly string[] | undefined,
): Promise<(FoundBox | undefined)[]> {
  const candidates = scans.map(trackingNumberCandidatesOfScan);
  // The likeliest order of each number, so that an often used one takes no place from the others.
  const boxes = await floorWorkTable.rows<FloorWork & { readonly trackingNo: string }>(
    reader,
    `select distinct on (n.no) n.no as "trackingNo", ${floorWorkTable.select('f')}
       from floor_work f cross join lateral unnest(f.tracking_nos) as n (no)
      where f.tracking_nos && $1::text[] and n.no = any ($1) and ($2::text[] is null or f.warehouse = any ($2))
      order by n.no, f.state = any ($3::text[]) desc, f.released_at desc, f.customer_no, f.order_id`,
    [[...new Set(candidates.flat())], warehouses ?? null, activeFloorStates],
  );
  const byNumber = new Map(
    boxes.map(({ trackingNo, ...work }): [string, FoundBox] => [trackingNo, { work, trackingNo }]),
  );
  return candidates.map((numbers) => {
    const found = numbers.flatMap((no) => byNumber.get(no) ?? []);
    return found.find(({ work }) => activeFloorStates.includes(work.state)) ?? found[0];
  });
}

/**
 * The work of a warehouse in these states, but never `departed` or `stopped`; at most `maxListedFloorWork`, oldest
 * release first.
 */
export async function listFloorWorkInStates(
  reader: DbReader,
  warehouse: string,
  states: readonly FloorState[],
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where f.warehouse = $1 and f.state = any ($2::text[]) and f.state not in ('departed', 'stopped')
      order by f.released_at, f.customer_no, f.order_id limit ${maxListedFloorWork}`,
    [warehouse, states],
  );
}

export interface CarrierOrderCount {
  readonly carrier: string;
  readonly state: FloorState;
  readonly orders: number;
  readonly boxes: number;
  /** The oldest manifest of these orders; null for none. */
  readonly manifestId: string | null;
}

/** The number of orders and boxes of a warehouse, by carrier and state; never those in `departed` or `stopped`. */
export async function countOrdersByCarrier(
  reader: DbReader,
  warehouse: string,
  states: readonly FloorState[],
): Promise<CarrierOrderCount[]> {
  return await reader.rows<CarrierOrderCount>(
    `select f.carrier, f.state, count(*)::int as orders, sum(jsonb_array_length(f.boxes))::int as boxes,
            min(f.manifest_id::text) as "manifestId"
       from floor_work f
      where f.warehouse = $1 and f.state = any ($2::text[]) and f.state not in ('departed', 'stopped')
      group by f.carrier, f.state`,
    [warehouse, states],
  );
}

/** A page of a carrier's orders in a state, sorted by customer and order: at most `limit`, after the order `after`. */
export async function listFloorWorkOfCarrier(
  reader: DbReader,
  { warehouse, carrier, state }: { readonly warehouse: string; readonly carrier: string; readonly state: FloorState },
  { after, limit }: { readonly after: SalesOrderKey | undefined; readonly limit: number },
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where f.warehouse = $1 and f.state = $2 and f.state not in ('departed', 'stopped') and f.carrier = $3
        and ($4::text is null or (f.customer_no, f.order_id) > ($4, $5::uuid))
      order by f.customer_no, f.order_id limit $6`,
    [warehouse, state, carrier, after?.customerNo ?? null, after?.orderId ?? null, limit],
  );
}

/** The orders of a manifest, by customer and order number; at most `limit`, or all when it is undefined. */
export async function listFloorWorkOfManifest(
  reader: DbReader,
  manifestId: string,
  limit: number | undefined,
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f where f.manifest_id = $1
      order by f.customer_no, f.order_no, f.order_id limit $2`,
    [manifestId, limit ?? null],
  );
}

/** Counts the orders and boxes of a manifest, without its missing boxes, and sums their weight; only orders in `state` when it is given. */
export async function readManifestTotals(
  reader: DbReader,
  { manifestId, missing }: Pick<Manifest, 'manifestId' | 'missing'>,
  state: FloorState | undefined,
): Promise<{ readonly orders: number; readonly boxes: number; readonly weightLb: number }> {
  const [row] = await reader.rows<{ orders: number; boxes: number; weightLb: number }>(
    `select count(distinct (f.customer_no, f.order_id))::int as orders, count(b.box)::int as boxes,
            coalesce(sum((b.box ->> 'weightLb')::float8), 0) as "weightLb"
       from floor_work f left join lateral jsonb_array_elements(f.boxes) as b (box) on b.box ->> 'trackingNo' <> all ($3::text[])
      where f.manifest_id = $1 and ($2::text is null or f.state = $2)`,
    [manifestId, state ?? null, missing],
  );
  return row ?? { orders: 0, boxes: 0, weightLb: 0 };
}

/** The orders of a manifest, by whether they have departed. */
interface ManifestProgress {
  readonly manifested: number;
  /** With the manifest, or before it, by the carrier's first scan of one of their boxes. */
  readonly departed: number;
  /** When the last of these departed, on its customer's clock; null for none. */
  readonly lastDepartedAt: Temporal.Instant | null;
}

/** The progress of each manifest; one without orders is absent. */
export async function readManifestProgress(
  reader: DbReader,
  manifestIds: readonly string[],
): Promise<ReadonlyMap<string, ManifestProgress>> {
  const rows = await reader.rows<ManifestProgress & { manifestId: string }>(
    `select f.manifest_id as "manifestId", count(*) filter (where f.state = 'manifested')::int as manifested,
            count(*) filter (where f.state = 'departed')::int as departed,
            max(f.changed_at) filter (where f.state = 'departed') as "lastDepartedAt"
       from floor_work f where f.manifest_id = any ($1::uuid[]) group by 1`,
    [manifestIds],
  );
  return new Map(rows.map((row) => [row.manifestId, row]));
}

/** Whether scans of its carrier have shipped all orders of an open manifest, so that only its departure is to be recorded. */
export const isManifestDepartedByScans = (progress: ManifestProgress | undefined): progress is ManifestProgress =>
  progress !== undefined && progress.manifested === 0 && progress.departed > 0;

/**
 * A page of the packed will-call orders of a warehouse, the earliest packed first. With `name`, only orders whose recipient's name
 * contains it, in any letter case.
 */
export async function listPackedWillCallOrders(
  reader: DbReader,
  warehouse: string,
  {
    name,
    after,
    limit,
  }: { readonly name: string | undefined; readonly after: TimePosition | undefined; readonly limit: number },
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where f.warehouse = $1 and f.state = 'labeled' and f.state not in ('departed', 'stopped') and f.carrier in ('WIL', 'WILL')
        and ($2::timestamptz is null or (f.changed_at, f.order_id) > ($2, $3::uuid))
        and ($5::text is null or exists (
              select from order_index o where o.customer_no = f.customer_no and o.order_id = f.order_id
                 and position(lower($5) in lower(o.recipient_name)) > 0))
      order by f.changed_at, f.order_id limit $4`,
    [warehouse, after?.at ?? null, after?.id ?? null, limit, name ?? null],
  );
}

/**
 * The packed will-call orders of a warehouse that a scan names: by JIT label, or else as `findFloorWorkByName` finds them, or as
 * reshipments of the return whose RMA number it is.
 */
export async function findPackedWillCallOrdersByScan(
  reader: DbReader,
  warehouse: string,
  scan: string,
): Promise<FloorWork[]> {
  const label = await readScannedJitLabelId(reader, scan);
  const scope = { customerNo: undefined, warehouses: [warehouse], limit: maxListedFloorWork };
  const labels = label === undefined ? [] : await findJitLabelsById(reader, [label]);
  const isWaiting = (work: FloorWork): boolean =>
    work.warehouse === warehouse && work.state === 'labeled' && isWillCallCarrier(work.carrier);
  if (labels.length > 0) return (await readFloorWork(reader, labels)).filter(isWaiting);
  const named = (await findFloorWorkByName(reader, scan, scope)).filter(isWaiting);
  if (named.length > 0) return named;
  const reshipments = await findReshipmentsByName(reader, parseOrderNameInScan(scan));
  return (await readFloorWork(reader, reshipments)).filter(isWaiting);
}

/** A page of a manifest's orders that have not departed, sorted by customer and order: at most `limit`, after the order `after`. */
export async function listUndepartedFloorWorkOfManifest(
  reader: DbReader,
  manifestId: string,
  { after, limit }: { readonly after: SalesOrderKey | undefined; readonly limit: number },
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where f.manifest_id = $1 and f.state = 'manifested' and ($2::text is null or (f.customer_no, f.order_id) > ($2, $3::uuid))
      order by f.customer_no, f.order_id limit $4`,
    [manifestId, after?.customerNo ?? null, after?.orderId ?? null, limit],
  );
}

/** The pages of a list of orders, each read after the last order of the one before, until one is not full. */
export async function* readFloorWorkPages(
  readPage: (page: { readonly after: FloorWork | undefined; readonly limit: number }) => Promise<FloorWork[]>,
): AsyncGenerator<FloorWork[]> {
  const limit = 500;
  let page: FloorWork[];
  let after: FloorWork | undefined;
  do {
    page = await readPage({ after, limit });
    after = page.at(-1);
    yield page;
  } while (page.length === limit);
}

/** A page of the orders of a wave, in the sequence of their release. */
export async function listFloorWorkOfWave(
  reader: DbReader,
  waveId: string,
  { after, limit }: { readonly after: TimePosition | undefined; readonly limit: number },
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f where f.wave_id = $1
        and ($2::timestamptz is null or (f.released_at, f.order_id) > ($2, $3::uuid))
      order by f.released_at, f.order_id limit $4`,
    [waveId, after?.at ?? null, after?.id ?? null, limit],
  );
}

/** All orders of a wave that are in one of these states. */
export async function readFloorWorkOfWaveInStates(
  reader: DbReader,
  waveId: string,
  states: readonly FloorState[],
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f where f.wave_id = $1 and f.state = any ($2)
      order by f.released_at, f.order_id`,
    [waveId, states],
  );
}

export interface WaveOrderCount {
  readonly waveId: string;
  readonly state: FloorState;
  readonly orders: number;
  readonly units: number;
}

/** The number of orders and units of waves, by wave and state. */
export async function countOrdersOfWaves(reader: DbReader, waveIds: readonly string[]): Promise<WaveOrderCount[]> {
  return await reader.rows<WaveOrderCount>(
    `select f.wave_id as "waveId", f.state, count(*)::int as orders, sum(f.units)::int as units
       from floor_work f where f.wave_id = any ($1::uuid[]) group by 1, 2`,
    [waveIds],
  );
}
