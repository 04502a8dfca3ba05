/**
 * Customer numbers in filters of operators, in any letter case: the operation gets them as they are stored (those of no
 * customer as written), so its statements name the customers whose rows they read. One place for all operations whose requests
 * have `Customers`, and for lists of one `CustomerNo`.
 */
import { canonicalizeCustomerNos } from '../auth/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { OperatorCall, OperatorOperation } from '../platform/http/operator-operation.ts';

type Request = Readonly<Record<string, unknown>>;

/**
 * Wraps an operation that filters by customer: the numbers in `Customers`, or in the `CustomerNo` of a list, are replaced by their stored
 * spelling before it runs. Returns other operations unchanged.
 */
export function withCanonicalCustomerNos(operation: OperatorOperation): OperatorOperation {
  if (operation.kind === 'sign-in' || !isFilteredByCustomer(operation)) return operation;
  return {
    ...operation,
    execute: async (call: OperatorCall<unknown>) => {
      const request = await stored(call.environment.db, call.request as Request);
      return await operation.execute({ ...call, request });
    },
  };
}

/** Also exports: their paths end as those of their lists, with `.csv`. */
const isFilteredByCustomer = ({ path, request: { properties } }: OperatorOperation): boolean =>
  'Customers' in properties || ('CustomerNo' in properties && /\/List[^/]*$/.test(path));

async function stored(db: DbReader, request: Request): Promise<Request> {
  const { Customers, CustomerNo } = request;
  if (Array.isArray(Customers)) return { ...request, Customers: await canonicalizeCustomerNos(db, Customers) };
  if (typeof CustomerNo !== 'string') return request;
  const [customerNo] = await canonicalizeCustomerNos(db, [CustomerNo]);
  return { ...request, CustomerNo: customerNo };
}
