/** What comes back of orders, from the decision on returns: what may, what is found of it, what becomes of it. */
import {
  type Disposition,
  type FoundPart,
  type ModelFinding,
  type ModelOrder,
  type ModelReturn,
  type ModelReturnView,
  type Place,
  type Sale,
  sum,
} from './documents.ts';

const takesNone = new Set(['VCX01', 'WOX01']);
const damaged = new Set(['RDMG-NO-TX', 'DMGD-NO-TX']);

/** What a disposition does: stock that comes in, and units that are to be sent again. */
export interface Disposal {
  readonly arrivals: readonly (Place & { readonly units: number })[];
  readonly again: readonly { readonly item: string; readonly units: number }[];
  readonly warehouse: string;
}

export class ReturnsModel {
  readonly all: ModelReturn[] = [];

  clone(): ReturnsModel {
    const copy = new ReturnsModel();
    copy.all.push(...structuredClone(this.all));
    return copy;
  }

  get(reference: string): ModelReturn {
    const found = this.all.find((each) => each.reference === reference);
    if (found === undefined) throw new Error(`the model knows no return ${reference}`);
    return found;
  }

  /** Units that have left with an order and are in no return. */
  left({ reference, sale }: ModelOrder, item: string): number {
    const returned = this.all
      .filter((each) => each.of === reference)
      .flatMap(({ lines }) => lines)
      .filter((line) => line.item === item)
      .map(({ expected, found }) => (found === undefined ? expected : sum(found.map(({ units }) => units))));
    return shippedUnits(sale, item) - sum(returned);
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
    const all = items.map((item) => ({ item, units: this.left(order, item) })).filter(({ units }) => units > 0);
    if (all.length === 0) return 'StateForbids';
    const sums = new Map<string, number>();
    for (const { item, units } of asked ?? all) {
      if (!items.includes(item)) return 'NotShipped';
      sums.set(item, units + (sums.get(item) ?? 0));
      if ((sums.get(item) ?? 0) > this.left(order, item)) return 'MoreThanShipped';
    }
    if (named !== undefined && takesNone.has(named)) return 'TakesNoReturns';
    this.all.push({
      reference,
      of: order.reference,
      warehouse: named ?? sale.shippedFrom ?? '',
      stage: 'EXPECTED',
      lines: [...sums].map(([item, expected]) => ({
        item,
        expected,
        shippedStatus: sale.shipped.find((want) => want.item === item)?.status ?? '',
        found: undefined,
      })),
    });
    return 'done';
  }

  receive(reference: string, at: string | undefined): string {
    const awaited = this.get(reference);
    if (awaited.stage !== 'EXPECTED') return 'StateForbids';
    if (at !== undefined && takesNone.has(at)) return 'TakesNoReturns';
    awaited.stage = 'RECEIVED';
    awaited.warehouse = at ?? awaited.warehouse;
    return 'done';
  }

  /** More may be found than was announced, never more than was shipped and is in no other return. */
  inspect(reference: string, order: ModelOrder, found: ReadonlyMap<string, readonly ModelFinding[]>): string {
    const arrived = this.get(reference);
    if (arrived.stage !== 'RECEIVED' && arrived.stage !== 'INSPECTING') return 'StateForbids';
    const looked = arrived.lines.filter(({ item }) => found.has(item));
    if (looked.some((line) => line.found !== undefined)) return 'StateForbids';
    for (const { item, expected } of looked) {
      const units = sum((found.get(item) ?? []).map((each) => each.units));
      if (units > this.left(order, item) + expected) return 'MoreThanShipped';
    }
    for (const line of looked) line.found = (found.get(line.item) ?? []).map((each) => ({ ...each }));
    settle(arrived);
    return 'done';
  }

  /** It never arrives: all it announced is still with the recipient. */
  cancel(reference: string): string {
    const awaited = this.get(reference);
    if (awaited.stage !== 'EXPECTED') return 'StateForbids';
    awaited.stage = 'CLOSED';
    for (const line of awaited.lines) line.found = [];
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
        ({ item, number }) =>
          parts?.some((part) => part.item === item && (part.finding ?? number) === number) !== false,
      );
    if (open.length === 0) return undefined;
    const again = new Map<string, number>();
    for (const { item, finding } of open) {
      finding.disposition = disposition;
      if (disposition === 'Reship') again.set(item, finding.units + (again.get(item) ?? 0));
    }
    settle(inspected);
    const { warehouse } = inspected;
    const isBack = disposition !== 'Return to Winery';
    return {
      warehouse,
      again: [...again].map(([item, units]) => ({ item, units })),
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
            .map(({ item, expected, found }) => ({
              item,
              expected,
              isInspected: found !== undefined,
              found: (found ?? []).map(({ units, status, disposition }) => ({
                units,
                status,
                disposition: disposition ?? null,
              })),
            }))
            .sort((a, b) => (a.item < b.item ? -1 : 1)),
        },
      ]),
    );
  }
}

const shippedUnits = (sale: Sale | undefined, item: string): number =>
  sum((sale?.shipped ?? []).filter((want) => want.item === item).map(({ units }) => units));

function settle(arrived: ModelReturn): void {
  const { lines } = arrived;
  const findings = lines.flatMap(({ found }) => found ?? []);
  if (lines.some(({ found }) => found === undefined)) arrived.stage = 'INSPECTING';
  else if (findings.some(({ disposition }) => disposition === undefined)) arrived.stage = 'AWAITING DISPOSITION';
  else arrived.stage = 'CLOSED';
}
