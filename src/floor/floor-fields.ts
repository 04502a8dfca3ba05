/** Fields of the floor in requests and replies of the operator interface, and who may see what. */
import Type from 'typebox';
import { warehouseCodePattern } from '../contract/fields.ts';
import type { OperatorCaller, Role } from '../platform/http/operator-operation.ts';

/** Who works at stations. */
export const floorRoles: readonly Role[] = ['floor', 'lead', 'admin'];
/** Who releases orders and lets them depart. */
export const leadRoles: readonly Role[] = ['lead', 'admin'];

export const floorWarehouseField = Type.String({
  pattern: warehouseCodePattern,
  description: 'The warehouse.',
});

export const orderCustomerField = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The customer of the order.',
});

export { worksIn } from '../operators/index.ts';

export const personOf = ({ operatorId, email }: OperatorCaller) => ({ operatorId, email });
