/** The body of the 400 of an undo with the id of another step. */
export const notTheLast = {
  Reason: 'ScanId is the id of an earlier step. Only the last step can be undone, by a new ScanId',
  Errors: [{ Field: 'ScanId', Code: 'Reused' }],
};
