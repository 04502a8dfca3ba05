/** The model of returns, by decision 21: what may be returned, what is found, and its disposition. */
import {
  type CoveredEvent,
  type Disposition,
  type FoundPart,
  type InspectedLine,
  type ModelFinding,
  type ModelOrder,
  type ModelReturn,
  type ModelReturnLine,
  type ModelReturnView,
  type Place,
  sum,
  type Want,
} from './documents.ts';

const warehousesWithoutReturns = new Set(['VCX01', 'WOX01']);
const damaged = new Set(['RDMG-NO-TX', 'CDMG-NO-TX', 'DMGD-NO-TX']);

/** What a disposition does: stock that comes in, and units that are to be sent again. */
export interface Disposal {
  readonly arrivals: readonly (Place & { readonly units: number })[];
  /** By the status from which they had been shipped. */
  readonly reshipLines: readonly Want[];
  readonly warehouse: string;
}

export class ReturnsModel {
  readonly all: ModelReturn[] = [];
  readonly #seen: Set<CoveredEvent>;

  constructor(seen: Set<CoveredEvent>) {
    this.#seen = seen;
  }

  clone(seen: Set<CoveredEvent>): ReturnsModel {
    const copy = new ReturnsModel(seen);
    copy.all.push(...structuredClone(this.all));
    return copy;
  }

  get(reference: string): ModelReturn {
    const found = this.all.find((each) => each.reference === reference);
    if (found === undefined) throw new Error(`the model knows no return ${reference}`);
    return found;
  }

  /**
   * Units of an item that have left with an order and are in no return. Of one status more may have been found than had
   * left from it: then it is less than none.
   */
  remainingUnits({ reference, sale }: ModelOrder, item: string, status?: string): number {
    const isIt = (of: string, from: string) => of === item && (status ?? from) === from;
    const shipped = (sale?.shipped ?? []).filter((want) => isIt(want.item, want.status));
    const returned = this.all
      .filter((each) => each.of === reference)
      .flatMap(({ lines }) => lines)
      .filter((line) => isIt(line.item, line.shippedStatus))
      .map(({ expected, found }) => (found === undefined ? expected : sum(found.map(({ units }) => units))));
    return sum(shipped.map(({ units }) => units)) - sum(returned);
  }

  /** Bottles of an item cannot be distinguished: they count for the first status of which some have not been returned. */
  #linesOf(order: ModelOrder, item: string, units: number): ModelReturnLine[] {
    let rest = units;
    const statuses = (order.sale?.shipped ?? []).filter((want) => want.item === item).map(({ status }) => status);
    return statuses.flatMap((shippedStatus) => {
      const expected = Math.min(rest, Math.max(0, this.remainingUnits(order, item, shippedStatus)));
      rest -= expected;
      return expected === 0 ? [] : [{ item, shippedStatus, expected, found: undefined }];
    });
  }

  announce(
    reference: string,
    order: ModelOrder,
    asked: readonly { item: string; units: number }[] | undefined,
    named: string | undefined,
  ): string {
    const { sale } = order;
    if (sale === undefined || order.stage !== 'shipped') return 'StateForbids';
    const items = [...new Set(sale.shipped.map(({ item }) => item))];
    const all = items
      .map((item) => ({ item, units: this.remainingUnits(order, item) }))
      .filter(({ units }) => units > 0);
    if (all.length === 0) return 'StateForbids';
    const sums = new Map<string, number>();
    for (const { item, units } of asked ?? all) {
      if (!items.includes(item)) return 'NotShipped';
      sums.set(item, units + (sums.get(item) ?? 0));
      if ((sums.get(item) ?? 0) > this.remainingUnits(order, item)) return 'MoreThanShipped';
    }
    if (named !== undefined && warehousesWithoutReturns.has(named)) return 'TakesNoReturns';
    const lines = [...sums].flatMap(([item, units]) => this.#linesOf(order, item, units));
    if (lines.length > sums.size) this.#seen.add('came back from several statuses');
    this.all.push({
      reference,
      of: order.reference,
      warehouse: named ?? sale.shippedFrom ?? '',
      stage: 'EXPECTED',
      lines,
    });
    return 'done';
  }

  receive(reference: string, at: string | undefined): string {
    const awaited = this.get(reference);
    if (awaited.stage !== 'EXPECTED') return 'StateForbids';
    if (at !== undefined && warehousesWithoutReturns.has(at)) return 'TakesNoReturns';
    awaited.stage = 'RECEIVED';
    awaited.warehouse = at ?? awaited.warehouse;
    return 'done';
  }

  /** More may be found than was announced, never more than was shipped and is in no other return. */
  inspect(reference: string, order: ModelOrder, inspected: readonly InspectedLine[]): string {
    const arrived = this.get(reference);
    if (arrived.stage !== 'RECEIVED' && arrived.stage !== 'INSPECTING') return 'StateForbids';
    const looked = inspected.flatMap(({ item, shippedStatus, found }) =>
      arrived.lines
        .filter((line) => line.item === item && line.shippedStatus === shippedStatus)
        .map((line) => ({ item, line, found })),
    );
    if (looked.some(({ line }) => line.found !== undefined)) return 'StateForbids';
    for (const [item, own] of Map.groupBy(looked, (each) => each.item)) {
      const units = sum(own.flatMap(({ found }) => found.map((each) => each.units)));
      if (units > this.remainingUnits(order, item) + sum(own.map(({ line }) => line.expected)))
        return 'MoreThanShipped';
    }
    for (const { line, found } of looked) line.found = found.map((each) => ({ ...each }));
    completeReturn(arrived);
    const conditions = new Set(arrived.lines.flatMap(({ found = [] }) => found.map(({ status }) => status)));
    if (conditions.size > 1) this.#seen.add('found in several conditions');
    return 'done';
  }

  /** It never arrives: all it announced is still with the recipient. */
  cancel(reference: string): string {
    const awaited = this.get(reference);
    if (awaited.stage !== 'EXPECTED') return 'StateForbids';
    awaited.stage = 'CLOSED';
    for (const line of awaited.lines) line.found = [];
    this.#seen.add('never arrived');
    return 'done';
  }

  /** Undefined where it may not be. */
  dispose(
    reference: string,
    disposition: Disposition,
    status: string | undefined,
    parts: readonly FoundPart[] | undefined,
  ): Disposal | undefined {
    const inspected = this.get(reference);
    if (inspected.stage !== 'AWAITING DISPOSITION') return undefined;
    const open = inspected.lines
      .flatMap(({ item, shippedStatus, found = [] }) =>
        found.map((finding, index) => ({ item, shippedStatus, finding, number: index + 1 })),
      )
      .filter(({ finding }) => finding.disposition === undefined)
      .filter(
        ({ item, shippedStatus, number }) =>
          parts?.some(
            (part) =>
              part.item === item &&
              (part.shippedStatus ?? shippedStatus) === shippedStatus &&
              (part.finding ?? number) === number,
          ) !== false,
      );
    if (open.length === 0) return undefined;
    for (const { finding } of open) finding.disposition = disposition;
    completeReturn(inspected);
    const given = inspected.lines.flatMap(({ found = [] }) => found.flatMap((finding) => finding.disposition ?? []));
    if (new Set(given).size > 1) this.#seen.add('disposed of differently');
    const { warehouse } = inspected;
    const isBack = disposition !== 'Return to Winery';
    return {
      warehouse,
      reshipLines: disposition === 'Reship' ? sumByLine(open) : [],
      arrivals: (isBack ? open : []).map(({ item, shippedStatus, finding: { units, status: as } }) => {
        const fitting = disposition === 'Reship' && !damaged.has(as) ? shippedStatus : as;
        return { item, warehouse, status: status ?? fitting, units };
      }),
    };
  }

  views(): Map<string, ModelReturnView> {
    return new Map(
      this.all.map(({ reference, stage, warehouse, lines }) => [
        reference,
        {
          status: stage,
          warehouse,
          lines: lines
            .map(({ item, shippedStatus, expected, found }) => ({
              item,
              shippedStatus,
              expected,
              isInspected: found !== undefined,
              found: (found ?? []).map(({ units, status, disposition }) => ({
                units,
                status,
                disposition: disposition ?? null,
              })),
            }))
            .sort((a, b) => (`${a.item} ${a.shippedStatus}` < `${b.item} ${b.shippedStatus}` ? -1 : 1)),
        },
      ]),
    );
  }
}

/** By line. */
function sumByLine(
  found: readonly { readonly item: string; readonly shippedStatus: string; readonly finding: ModelFinding }[],
): Want[] {
  const lines = Map.groupBy(found, ({ item, shippedStatus }) => `${item} ${shippedStatus}`);
  return [...lines.values()].map((own) => ({
    item: own[0]?.item ?? '',
    status: own[0]?.shippedStatus ?? '',
    units: sum(own.map(({ finding }) => finding.units)),
  }));
}

function completeReturn(arrived: ModelReturn): void {
  const { lines } = arrived;
  const findings = lines.flatMap(({ found }) => found ?? []);
  if (lines.some(({ found }) => found === undefined)) arrived.stage = 'INSPECTING';
  else if (findings.some(({ disposition }) => disposition === undefined)) arrived.stage = 'AWAITING DISPOSITION';
  else arrived.stage = 'CLOSED';
}
