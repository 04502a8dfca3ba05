/** Events of the log in words. */

const nouns: Readonly<Record<string, string>> = {
  sales_order: 'Order',
  order_batch: 'Batch of orders',
  purchase_order: 'Purchase order',
  transfer_order: 'Transfer order',
  jit_label: 'JIT label',
  sku: 'Item',
  api_user: 'User',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Order accepted` of `sales_order.accepted`. */
export function eventInWords(kind: string): string {
  const [noun = '', verb = ''] = kind.split('.');
  return `${nouns[noun] ?? capitalized(noun.replaceAll('_', ' '))} ${verb.replaceAll('_', ' ')}`;
}

/** `operator:ann@warehouse.example` -> `ann@warehouse.example` */
export const actorName = (actor: string): string => actor.replace(/^operator:/, '');
