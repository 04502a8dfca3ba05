/** A package that left although a rule stopped its order, as its label has it after the scan of a real carrier. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openWinery } from './held-orders.ts';
import type { TestServer } from './server.ts';

export async function givenWrongDeparture(server: TestServer) {
  const { db } = server.environment;
  const { customerNo, order } = await openWinery(server);
  const { reference } = await order();
  const [Label, trackingNo] = [uuidv7(), `7946${Date.now()}`];
  await db.rows(
    `insert into label_intents (customer_no, intent_id, order_id, package_no, state, plan, carrier, service, tracking_no, requested_at, left_stopped_at)
     values ($1, $2, $3, 1, 'bought', '{"warehouse": "APC01"}', 'FEX', 'GRND', $4, now(), now())`,
    [customerNo, Label, reference, trackingNo],
  );
  return {
    /** Its carrier brings it back, which is an exception of the package itself. */
    turnsBack: () =>
      db.rows(
        `insert into packages (customer_no, package_id, order_id, package_no, carrier, service, tracking_no, status, items, warehouse, packed_at,
                               last_activity_at, requested_ship_date, weight_lb, length_in, width_in, height_in, first_seq, activity_seq)
         values ($1, $2, $3, 1, 'FEX', 'GRND', $4, 'RETURNED', '[]', 'APC01', now(), now(), current_date, 3, 4, 4, 13, 0, 0)`,
        [customerNo, uuidv7(), reference, trackingNo],
      ),
    CustomerNo: customerNo,
    Label,
    orderId: reference,
    trackingNo,
    /** Its carrier has it again, by the column that says how. */
    leaves: (how: 'left_voided_at' | 'left_early_at') =>
      db.rows(`update label_intents set ${how} = now() where customer_no = $1 and intent_id = $2`, [customerNo, Label]),
  };
}
