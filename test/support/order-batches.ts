/** Calls of BatchSalesOrder and what they log. */
import type { ApiResponse } from './client.ts';
import type { TestServer } from './server.ts';
import type { Json, Winery } from './winery.ts';

export const sendBatch = (
  winery: Winery,
  SalesOrdersInfo: Json,
  more: Json = {},
  headers?: Record<string, string>,
): Promise<ApiResponse> =>
  winery.client.call('SalesOrder/BatchSalesOrder', { BatchId: 'B-1', SalesOrdersInfo, ...more }, headers);

/** The log entries under a transaction reference. */
export const logOf = ({ environment: { db } }: TestServer, { customerNo }: Winery, reference: string) =>
  db.rows<Json>('select kind, data from log where customer_no = $1 and reference = $2', [customerNo, reference]);
