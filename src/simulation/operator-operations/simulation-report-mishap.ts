/** Simulation/ReportMishap: a carrier reports a problem with packages in transit. */

import { toOperatorSimulationCommand } from '../expose-to-operators.ts';
import { reportMishapOperation } from '../operations/report-mishap.ts';

export const simulationReportMishapOperation = toOperatorSimulationCommand(reportMishapOperation, {
  path: '/api/Simulation/ReportMishap',
  action: 'package.exception_reported',
  subject: ({ OrderNo, TransactionReferenceNumber }) => OrderNo ?? TransactionReferenceNumber ?? '',
});
