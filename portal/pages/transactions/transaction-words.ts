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

/** What happened, where the name of the event does not say it. */
const verbs: Readonly<Record<string, string>> = {
  receiving: 'receiving began',
  floor_released: 'released to the floor',
  floor_picking: 'picking began',
  floor_short_picked: 'picked short',
  floor_packing: 'packing began',
  floor_labels_wanted: 'labels requested',
  floor_manifested: 'put on a manifest',
  floor_taken_back: 'taken back from the floor',
  floor_problem: 'problem reported',
  floor_damaged: 'damaged bottles reported',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Order accepted` of `sales_order.accepted`; `Order box closed` of `sales_order.floor_box_closed`. */
export function eventInWords(kind: string): string {
  const [noun = '', verb = ''] = kind.split('.');
  return `${nouns[noun] ?? capitalized(noun.replaceAll('_', ' '))} ${verbs[verb] ?? verb.replace(/^floor_/, '').replaceAll('_', ' ')}`;
}

/** `operator:ann@warehouse.example` -> `ann@warehouse.example` */
export const actorName = (actor: string): string => actor.replace(/^operator:/, '');
