/** Simulation/ReportMishap: a carrier reports a problem with packages in transit. */

import { exposeToOperators } from '../expose-to-operators.ts';
import { reportMishapOperation } from '../operations/report-mishap.ts';

export const simulationReportMishap = exposeToOperators(reportMishapOperation, {
  path: '/api/Simulation/ReportMishap',
  action: 'package.exception_reported',
  subject: ({ OrderNo, TransactionReferenceNumber }) => OrderNo ?? TransactionReferenceNumber ?? '',
});
