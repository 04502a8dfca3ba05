/** Floor/BuyLabels: buy the labels of a packed order. */
import { definePackingOperation } from '../packing-operation.ts';
import { buyLabelsOfPackingSession } from '../packing-requests.ts';

export const floorBuyLabelsOperation = definePackingOperation({
  path: '/api/Floor/BuyLabels',
  // Includes the wait for the carrier.
  timeoutSeconds: 60,
  summary: 'Buy the labels of a packed order',
  description:
    'Buys a label for each box, with its weight and size, once: asked again before all boxes are staged, it returns the session with the labels that there are. `State` is `labeled`; `labeling` while the carrier has not replied; and `problem` when the ' +
    'carrier refused it, whose words are in `Message`: then the order is on hold until the winery or customer service corrects it. Also `problem`, on the hold of the rule, when its state was closed or its account put on hold since it was released.',
  fields: {},
  requestExample: {},
  errors: {
    400: 'Session is not one.',
    403: 'Another person has taken the order over, no carrier is connected, the order is not complete or has become shorter than what is packed, a box is not weighed, or all boxes are staged.',
  },
  step: buyLabelsOfPackingSession,
});
