/** Production with a carrier, driven by direct calls: orders are processed and labels bought. */
import pino from 'pino';
import { createEasypostGateway } from '../../src/carriers/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { runDueWork } from '../../src/platform/due-work.ts';
import type { Environment } from '../../src/platform/environment.ts';
import {
  buyAndVoidDueLabels,
  type CarrierConnection,
  carrierConnectionPort,
  createProductionStepHandlers,
  type LabelDeps,
} from '../../src/shipping-labels/index.ts';
import { editSettings } from '../support/settings.ts';

export const webhookSecret = 'a secret between us and the carrier';

/** Longer than a fake carrier takes on a machine under load: a call that times out postpones the label. */
const carrierTimeoutMs = 30_000;

export function labelDeps(
  db: Db,
  carrierUrl: string,
  logged: string[] = [],
  timeoutMs: number = carrierTimeoutMs,
): LabelDeps {
  const logger = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  const account = { apiKey: 'EZTK-never-to-be-logged', baseUrl: carrierUrl, timeoutMs, webhookSecret };
  const gateway = createEasypostGateway({ ...account, scanFormCarriers: ['GSO'] });
  return { db, logger, gateway };
}

/** Connects the environment to the carrier at this address, with a short wait for labels. */
export function connectCarrier(
  environment: Environment,
  carrierUrl: string,
  more: Partial<CarrierConnection> = {},
): void {
  const { gateway } = labelDeps(environment.db, carrierUrl);
  environment.db.ports.provide(carrierConnectionPort, {
    gateway,
    trustedOrigin: new URL(carrierUrl).origin,
    maxLabelWaitMs: 20_000,
    ...more,
  });
}

/** Processes everything that is due within days. */
export async function takeUp({ db, logger }: LabelDeps, customerNo: string): Promise<void> {
  const until = Temporal.Now.instant().add({ hours: 24 * 10 });
  await runDueWork({ name: 'production', db, logger }, createProductionStepHandlers('gateway'), customerNo, until);
}

/** Processes orders and buys their labels. */
export async function process(place: LabelDeps, customerNo: string): Promise<void> {
  await takeUp(place, customerNo);
  await buyAndVoidDueLabels(place, customerNo);
}

/** Makes postponed and leased intents due again. */
export async function later(db: Db): Promise<void> {
  await db.rows('update label_intents set claimed_until = null, due_at = now()');
}

/** Gives every warehouse a ship-from address. */
export async function givenWarehouseAddresses(db: Db): Promise<void> {
  await editSettings(
    db,
    `insert into warehouse_addresses (warehouse, company, street, phone)
     select code, 'Service', '1 Warehouse Way', '7075550100' from warehouses on conflict do nothing`,
  );
}

/** The shipment of an order for the best available ground service. */
export const bsw = {
  ShipmentInfo: { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
};

/** The states of the labels of an order, in the order in which they were requested. */
export async function labelStatesOf(db: Db, orderId: string): Promise<string[]> {
  const labels = await db.rows<{ state: string }>(
    'select state from label_intents where order_id = $1 order by intent_id',
    [orderId],
  );
  return labels.map(({ state }) => state);
}
