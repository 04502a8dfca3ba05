/** The holds that an order must have, and its status with them, by decision 11. Time passes in seasons. */
import type { CoveredEvent, ModelOrder, ModelRulesView, ModelWindow, RuledHold, Sale } from './documents.ts';

export const states: Readonly<Record<string, string>> = { '80202': 'CO', '10001': 'NY' };

/** First what decides. */
const order = ['License', 'Address', 'Credit', 'Customer Service', 'Winery', 'Weather', 'Inventory'] as const;
const shownAs: Readonly<Record<string, string>> = {
  Winery: 'ON WINERY REQUESTED HOLD',
  Weather: 'ON WEATHER HOLD',
  Inventory: 'ON INV HOLD',
};

/** The operator's standing rules of one customer. */
export class RulesModel {
  isOnCredit = false;
  /** Whether it is open, by state and order type; `*` for all types. */
  readonly licenses = new Map<string, boolean>();
  readonly windows: ModelWindow[] = [];

  clone(): RulesModel {
    const copy = new RulesModel();
    copy.isOnCredit = this.isOnCredit;
    for (const [key, isOpen] of this.licenses) copy.licenses.set(key, isOpen);
    copy.windows.push(...structuredClone(this.windows));
    return copy;
  }

  view(): ModelRulesView {
    return {
      isOnCredit: this.isOnCredit,
      licenses: [...this.licenses].map(([key, isOpen]) => `${key} ${isOpen ? 'open' : 'closed'}`).sort(),
      windows: this.windows
        .filter(({ isOpen }) => isOpen)
        .map(({ reference }) => reference)
        .sort(),
    };
  }

  /** What is said of all types replaces what was said of single ones. */
  setLicense(state: string, types: readonly string[] | undefined, isOpen: boolean): void {
    if (types === undefined) {
      for (const key of [...this.licenses.keys()]) if (key.startsWith(`${state} `)) this.licenses.delete(key);
    }
    for (const type of types ?? ['*']) this.licenses.set(`${state} ${type}`, isOpen);
  }

  /** The holds of the rules on a sale that would leave at a time: in the season `time`, after its bad weather at `.5`. */
  evaluate(sale: Sale, time: number): RuledHold[] {
    const state = states[sale.zip] ?? '';
    const isOpen = this.licenses.get(`${state} ${sale.type}`) ?? this.licenses.get(`${state} *`) ?? true;
    const leaves = Math.max(time, sale.season ?? 0);
    const windows = this.windows.filter(
      (window) =>
        window.isOpen &&
        window.season === leaves &&
        ('state' in window.where ? window.where.state === state : sale.zip.startsWith(window.where.zip3)) &&
        window.exemptService !== sale.service &&
        !(window.icePackExempt && sale.icePack),
    );
    return [
      ...(this.isOnCredit ? [{ reason: 'Credit' } as const] : []),
      ...(isOpen ? [] : [{ reason: 'License' } as const]),
      ...windows.map(({ reference }) => ({ reason: 'Weather', window: reference }) as const),
    ];
  }
}

/** Every hold of an open order, sorted: its reason, and what decides about when it ends. */
export function holdsOf({ sale, stage, reservedAt, wants }: ModelOrder): string[] {
  if (sale === undefined || stage !== 'open') return [];
  return [
    ...sale.ruled.map(({ reason, window }) => (window === undefined ? reason : `${reason} ${window}`)),
    ...(sale.isUsable ? [] : ['Address']),
    ...(sale.lines.length === 0 ? ['Customer Service'] : []),
    ...(sale.operatorHold === undefined ? [] : [operatorHoldText(sale.operatorHold.until)]),
    ...(sale.isHeld ? ['Winery'] : []),
    ...(wants.length > 0 && reservedAt === undefined ? ['Inventory'] : []),
  ].sort();
}

export const operatorHoldText = (until: number | undefined): string =>
  `Customer Service by the operator until ${until ?? 'it is ended'}`;

export const shippingText = (zip: string, service: string, hasIce: boolean, season: number | undefined): string =>
  `${zip} ${service} ${hasIce ? 'with ice' : 'without ice'} in season ${season ?? 'any'}`;

export function openStatusOf(holds: readonly string[]): string {
  const first = order.find((reason) => holds.some((hold) => hold.startsWith(reason)));
  return first === undefined ? 'RECEIVED' : (shownAs[first] ?? 'ON CUSTOMER SERVICE HOLD');
}

/** What is to be seen of a hold that has come or gone. */
export function recordHoldChanges(
  before: readonly string[],
  after: readonly string[],
  seen: Set<CoveredEvent>,
  why: CoveredEvent,
): void {
  if (after.length > 1) seen.add('holds stacked');
  if (before.length > 0 && after.length === 0) seen.add(why);
}
