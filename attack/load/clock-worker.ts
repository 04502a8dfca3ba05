/** Advances the customer's clock, so that the simulated warehouse and carriers ship, and returns delivered orders. */
import type { LedgerOrder } from '../ledger/ledger.ts';
import { unexpected, type Worker } from './worker.ts';

const dispositions = ['Return to Inventory', 'Return to Winery'];

export class ClockWorker {
  readonly #worker: Worker;
  #shows = Date.now();
  readonly #returned = new Set<string>();

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  async work(): Promise<void> {
    await this.advance(this.#worker.random.integer(4, 40));
    const { orders } = this.#worker.ledger;
    const candidates = orders
      .slice(0, 400)
      .filter(({ orderNo, isCanceled, isHeld }) => !isCanceled && !isHeld && !this.#returned.has(orderNo));
    if (candidates.length > 0 && this.#worker.random.chance(0.7))
      await this.#returnOrder(this.#worker.random.pick(candidates));
  }

  /** Advances to an absolute time: when a retry gets `ClockBackwards`, the earlier attempt took effect. */
  async advance(hours: number): Promise<void> {
    const { caller, report } = this.#worker;
    this.#shows = Math.max(this.#shows, Date.now()) + hours * 3_600_000;
    const body = { To: new Date(this.#shows).toISOString() };
    const response = await caller.callOnceUnderKey('Simulation/AdvanceClock', body);
    const wasMovedBefore = response.code === 'ClockBackwards' && response.wasUnknown;
    if (response.status !== 200 && !wasMovedBefore)
      return unexpected(this.#worker, 'Simulation/AdvanceClock', response);
    report.count('clocks advanced');
    report.count('steps of the simulation', Number(response.body.Events ?? 0));
  }

  async #returnOrder(order: LedgerOrder): Promise<void> {
    const { caller, ledger, random, report } = this.#worker;
    const tracked = await caller.call('Tracking/GetDetails', { OrderNo: order.orderNo });
    if (tracked.status !== 200) return;
    if (!tracked.body.every((record: { Status: string }) => record.Status === 'DELIVERED')) return;
    this.#returned.add(order.orderNo);
    const lines = order.lines.map(({ itemNo, quantity }) => ({ itemNo, quantity: random.integer(1, quantity) }));
    const disposition = random.pick(dispositions);
    const name = 'Simulation/ReturnSalesOrder';
    const body = {
      TransactionReferenceNumber: order.reference,
      Lines: lines.map(({ itemNo, quantity }) => ({ ItemNo: itemNo, ItemQuantity: quantity })),
      DispositionCode: disposition,
    };
    const response = await caller.call(name, body, { key: caller.newKey() });
    if (response.status !== 200) return unexpected(this.#worker, name, response);
    const { TransactionReferenceNumber, RMANumber, ReturnWarehouse } = response.body;
    ledger.addReference(TransactionReferenceNumber, `return ${RMANumber}`);
    ledger.returns.push({
      orderNo: order.orderNo,
      rmaNumber: RMANumber,
      warehouse: ReturnWarehouse,
      disposition,
      lines,
    });
    report.count('returns acknowledged');
  }
}
