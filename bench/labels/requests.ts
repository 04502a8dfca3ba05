/** The requests of the bench of labels: JIT orders, requests for their labels, and club orders beside them. */
import type { LoadSource } from '../support/load.ts';
import { authentication, type BenchCustomer, orderBody, orderRequest } from '../support/orders.ts';

export const createPath = '/test/v3/api/SalesOrder/CreateSalesOrder';
const labelPath = '/test/v3/api/SalesOrder/GenerateJitLabel';

export const labelFormats = ['FullPDF', 'LabelPDF', 'FullPNG', 'LabelPNG'] as const;
export const pdfFormats = ['FullPDF', 'LabelPDF'] as const;
export type LabelFormat = (typeof labelFormats)[number];

const jitOrderNo = (n: number): string => `JIT${String(n).padStart(9, '0')}`;

/** Counts the replies with a status other than 200, and keeps the first of them. */
export class RejectionLog {
  count = 0;
  first = '';

  take(status: number, body: string): void {
    if (status === 200) return;
    this.count += 1;
    if (this.count === 1) this.first = `${status} ${body}`;
  }
}

/** Orders of type JIT, numbered from 0. */
export function jitOrders(customer: BenchCustomer, refusals: RejectionLog): LoadSource {
  let n = 0;
  return {
    path: createPath,
    next: () => {
      const request = orderRequest(n);
      const OrderInfo = { ...request.OrderInfo, OrderNo: jitOrderNo(n), OrderType: 'JIT', TransmissionId: `JIT-${n}` };
      const body = JSON.stringify({ Authentication: authentication(customer), ...request, OrderInfo });
      return { body, n: n++ };
    },
    answered: (_, status, body) => refusals.take(status, body),
  };
}

/** Club orders, numbered from 0. */
export function clubOrders(customer: BenchCustomer, refusals: RejectionLog): LoadSource {
  let n = 0;
  return {
    path: createPath,
    next: () => ({ body: orderBody(customer, n), n: n++ }),
    answered: (_, status, body) => refusals.take(status, body),
  };
}

/** Requests for labels in one format, for one order after the other; after the last order the first one follows again. */
export function labels(
  customer: BenchCustomer,
  format: LabelFormat,
  orders: number,
  refusals: RejectionLog,
): LoadSource {
  let n = 0;
  return {
    path: labelPath,
    next: () => {
      const request = { OrderNo: jitOrderNo(n % orders), AlternateLabelFormat: format };
      return { body: JSON.stringify({ Authentication: authentication(customer), ...request }), n: n++ };
    },
    answered: (_, status, body) => refusals.take(status, body),
  };
}
