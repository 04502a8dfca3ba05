/**
 * A winery with JIT orders on a Tuesday morning, for label tests. In production, where clocks are not set, its time is
 * real.
 */
import { day, setClock } from '../simulation/clock.ts';
import type { TestServer } from '../support/server.ts';
import { type Json, openWinery, sentOrder } from '../support/winery.ts';

export async function openJitWinery(server: TestServer) {
  const winery = await openWinery(server, 0);
  const { client, customerNo } = winery;
  const { name, db } = server.environment;
  if (name === 'test') await setClock(db, customerNo);
  const jit = (parts: Json = {}): Json => ({
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }],
    ...parts,
    OrderInfo: { OrderType: 'JIT', ...parts.OrderInfo },
  });
  const generate = (body: Json, headers?: Record<string, string>) =>
    client.call('SalesOrder/GenerateJitLabel', body, headers);
  return {
    ...winery,
    generate,
    /** Generates a label as PNG, which must succeed. */
    generated: async (OrderNo: string, parts: Json = {}): Promise<Json> => {
      const { status, body } = await generate({ OrderNo, AlternateLabelFormat: 'LabelPNG', ...parts });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
    scan: (JITLabelID: string) => client.call('Simulation/ScanJitLabel', { JITLabelID }),
    advance: async (days: number) => {
      const answer = await client.call('Simulation/AdvanceClock', { Seconds: Math.round(days * day) });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    track: async (OrderNo: string): Promise<Json[]> => (await client.call('Tracking/GetDetails', { OrderNo })).body,
    /** Creates a JIT order that must be accepted; answers its reference. */
    jitOrder: (OrderNo: string, parts: Json = {}) =>
      winery.created(jit({ ...parts, OrderInfo: { OrderNo, ...parts.OrderInfo } })),
    jitRequest: (OrderNo: string) => sentOrder(jit({ OrderInfo: { OrderNo } })),
    labels: () => db.rows<Json>('select * from jit_labels where customer_no = $1', [customerNo]),
  };
}

/** The file of a reply of GenerateJitLabel. */
export const fileOf = ({ body }: { readonly body: Json }): Buffer => Buffer.from(body.File, 'base64');

export const hour = 1 / 24;
