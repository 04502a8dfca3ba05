/** Operations of the operator interface for the floor: its stations, its documents, and where things lie. Part of `operatorOperations`. */

import { binsClaimReplenishmentOperation } from '../bins/operator-operations/bins-claim-replenishment.ts';
import { binsFindOperation } from '../bins/operator-operations/bins-find.ts';
import { binsListReplenishmentsOperation } from '../bins/operator-operations/bins-list-replenishments.ts';
import { binsListUnplacedOperation } from '../bins/operator-operations/bins-list-unplaced.ts';
import { binsMoveOperation } from '../bins/operator-operations/bins-move.ts';
import { binsPutAwayOperation } from '../bins/operator-operations/bins-put-away.ts';
import { binsSetRuleOperation } from '../bins/operator-operations/bins-set-rule.ts';
import { countsApproveOperation } from '../bins/operator-operations/counts-approve.ts';
import { countsCancelOperation } from '../bins/operator-operations/counts-cancel.ts';
import { countsCancelWarehouseOperation } from '../bins/operator-operations/counts-cancel-warehouse.ts';
import { countsDifferencesOperation } from '../bins/operator-operations/counts-differences.ts';
import { countsFindOperation } from '../bins/operator-operations/counts-find.ts';
import { countsGetPlanOperation } from '../bins/operator-operations/counts-get-plan.ts';
import { countsListOperation } from '../bins/operator-operations/counts-list.ts';
import { countsOpenOperation } from '../bins/operator-operations/counts-open.ts';
import { countsOpenWarehouseOperation } from '../bins/operator-operations/counts-open-warehouse.ts';
import { countsProgressOperation } from '../bins/operator-operations/counts-progress.ts';
import { countsRecordOperation } from '../bins/operator-operations/counts-record.ts';
import { countsSetPlanOperation } from '../bins/operator-operations/counts-set-plan.ts';
import { floorBuyLabelsOperation } from '../floor/operator-operations/floor-buy-labels.ts';
import { floorCloseOfDayOperation } from '../floor/operator-operations/floor-close-of-day.ts';
import { floorDepartOperation } from '../floor/operator-operations/floor-depart.ts';
import { floorFinishBoxOperation } from '../floor/operator-operations/floor-finish-box.ts';
import { floorHandOverOperation } from '../floor/operator-operations/floor-hand-over.ts';
import { floorListSchedulesOperation } from '../floor/operator-operations/floor-list-schedules.ts';
import { floorListWillCallOperation } from '../floor/operator-operations/floor-list-will-call.ts';
import { floorManifestOperation } from '../floor/operator-operations/floor-manifest.ts';
import { floorManifestDocumentOperation } from '../floor/operator-operations/floor-manifest-document.ts';
import { floorManifestsOperation } from '../floor/operator-operations/floor-manifests.ts';
import { floorOpenPackingOperation } from '../floor/operator-operations/floor-open-packing.ts';
import { floorReleaseOperation } from '../floor/operator-operations/floor-release.ts';
import { floorReleasePreviewOperation } from '../floor/operator-operations/floor-release-preview.ts';
import { floorRemoveScheduleOperation } from '../floor/operator-operations/floor-remove-schedule.ts';
import { floorReportDamageOperation } from '../floor/operator-operations/floor-report-damage.ts';
import { floorReportLostBoxOperation } from '../floor/operator-operations/floor-report-lost-box.ts';
import { floorReportProblemOperation } from '../floor/operator-operations/floor-report-problem.ts';
import { floorReprintOperation } from '../floor/operator-operations/floor-reprint.ts';
import { floorScanBottleOperation } from '../floor/operator-operations/floor-scan-bottle.ts';
import { floorSetScheduleOperation } from '../floor/operator-operations/floor-set-schedule.ts';
import { floorStageOperation } from '../floor/operator-operations/floor-stage.ts';
import { floorTakeBackOperation } from '../floor/operator-operations/floor-take-back.ts';
import { floorThroughputOperation } from '../floor/operator-operations/floor-throughput.ts';
import { floorUndoOperation } from '../floor/operator-operations/floor-undo.ts';
import { floorWaveOperation } from '../floor/operator-operations/floor-wave.ts';
import { floorWavesOperation } from '../floor/operator-operations/floor-waves.ts';
import { itemCodesImportOperation } from '../floor/operator-operations/item-codes-import.ts';
import { itemCodesListOperation } from '../floor/operator-operations/item-codes-list.ts';
import { itemCodesRemoveOperation } from '../floor/operator-operations/item-codes-remove.ts';
import { itemCodesSetOperation } from '../floor/operator-operations/item-codes-set.ts';
import { labelsScanOperation } from '../floor/operator-operations/labels-scan.ts';
import { pickingEmptyToteOperation } from '../floor/operator-operations/picking-empty-tote.ts';
import { pickingListOperation } from '../floor/operator-operations/picking-list.ts';
import { pickingListLeftoversOperation } from '../floor/operator-operations/picking-list-leftovers.ts';
import { pickingOpenOperation } from '../floor/operator-operations/picking-open.ts';
import { pickingPutBackOperation } from '../floor/operator-operations/picking-put-back.ts';
import { pickingScanOperation } from '../floor/operator-operations/picking-scan.ts';
import { pickingShortOperation } from '../floor/operator-operations/picking-short.ts';
import { pickingStartOperation } from '../floor/operator-operations/picking-start.ts';
import { pickingUndoOperation } from '../floor/operator-operations/picking-undo.ts';
import { locationsImportOperation } from '../locations/operator-operations/locations-import.ts';
import { locationsListOperation } from '../locations/operator-operations/locations-list.ts';
import { locationsRemoveOperation } from '../locations/operator-operations/locations-remove.ts';
import { locationsRemoveContentOperation } from '../locations/operator-operations/locations-remove-content.ts';
import { locationsSetOperation } from '../locations/operator-operations/locations-set.ts';
import { locationsSetContentOperation } from '../locations/operator-operations/locations-set-content.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';
import { purchaseOrdersCreateOperation } from '../purchase-orders/operator-operations/purchase-orders-create.ts';
import { purchaseOrdersUpdateOperation } from '../purchase-orders/operator-operations/purchase-orders-update.ts';
import { purchaseOrdersCancelOperation } from '../receiving/operator-operations/purchase-orders-cancel.ts';
import { purchaseOrdersCloseShortOperation } from '../receiving/operator-operations/purchase-orders-close-short.ts';
import { purchaseOrdersGetOperation } from '../receiving/operator-operations/purchase-orders-get.ts';
import { purchaseOrdersListOperation } from '../receiving/operator-operations/purchase-orders-list.ts';
import { receivingAttachOperation } from '../receiving/operator-operations/receiving-attach.ts';
import { receivingCountOperation } from '../receiving/operator-operations/receiving-count.ts';
import { receivingDiscardOperation } from '../receiving/operator-operations/receiving-discard.ts';
import { receivingFinishOperation } from '../receiving/operator-operations/receiving-finish.ts';
import { receivingListOperation } from '../receiving/operator-operations/receiving-list.ts';
import { receivingListParkedOperation } from '../receiving/operator-operations/receiving-list-parked.ts';
import { receivingOpenOperation } from '../receiving/operator-operations/receiving-open.ts';
import { receivingParkOperation } from '../receiving/operator-operations/receiving-park.ts';
import { receivingScanOperation } from '../receiving/operator-operations/receiving-scan.ts';
import { receivingUndoOperation } from '../receiving/operator-operations/receiving-undo.ts';
import { transferOrdersCancelOperation } from '../receiving/operator-operations/transfer-orders-cancel.ts';
import { transferOrdersCloseShortOperation } from '../receiving/operator-operations/transfer-orders-close-short.ts';
import { transferOrdersGetOperation } from '../receiving/operator-operations/transfer-orders-get.ts';
import { transferOrdersListOperation } from '../receiving/operator-operations/transfer-orders-list.ts';
import { returnsAddPhotosOperation } from '../return-station/operator-operations/returns-add-photos.ts';
import { returnsAnnounceOperation } from '../return-station/operator-operations/returns-announce.ts';
import { returnsCancelOperation } from '../return-station/operator-operations/returns-cancel.ts';
import { returnsDisposeOperation } from '../return-station/operator-operations/returns-dispose.ts';
import { returnsFindOperation } from '../return-station/operator-operations/returns-find.ts';
import { returnsInspectedOperation } from '../return-station/operator-operations/returns-inspected.ts';
import { returnsParkOperation } from '../return-station/operator-operations/returns-park.ts';
import { returnsReceiveOperation } from '../return-station/operator-operations/returns-receive.ts';
import { returnsReshipLabelOperation } from '../return-station/operator-operations/returns-reship-label.ts';
import { returnsScanOperation } from '../return-station/operator-operations/returns-scan.ts';
import { returnsSettleOperation } from '../return-station/operator-operations/returns-settle.ts';
import { returnsUndoOperation } from '../return-station/operator-operations/returns-undo.ts';
import { transferOrdersCreateOperation } from '../transfer-orders/operator-operations/transfer-orders-create.ts';
import { transferOrdersUpdateOperation } from '../transfer-orders/operator-operations/transfer-orders-update.ts';

export const floorOperations = [
  returnsAnnounceOperation,
  returnsDisposeOperation,
  returnsCancelOperation,
  returnsReshipLabelOperation,
  returnsFindOperation,
  returnsInspectedOperation,
  returnsParkOperation,
  returnsReceiveOperation,
  returnsScanOperation,
  returnsAddPhotosOperation,
  returnsSettleOperation,
  returnsUndoOperation,
  purchaseOrdersCreateOperation,
  purchaseOrdersUpdateOperation,
  purchaseOrdersCancelOperation,
  purchaseOrdersCloseShortOperation,
  purchaseOrdersGetOperation,
  purchaseOrdersListOperation,
  transferOrdersCreateOperation,
  transferOrdersUpdateOperation,
  transferOrdersCancelOperation,
  transferOrdersCloseShortOperation,
  transferOrdersGetOperation,
  transferOrdersListOperation,
  receivingAttachOperation,
  receivingCountOperation,
  receivingDiscardOperation,
  receivingFinishOperation,
  receivingListOperation,
  receivingListParkedOperation,
  receivingOpenOperation,
  receivingParkOperation,
  receivingScanOperation,
  receivingUndoOperation,
  floorReleasePreviewOperation,
  floorManifestDocumentOperation,
  floorManifestsOperation,
  floorThroughputOperation,
  floorListWillCallOperation,
  floorHandOverOperation,
  labelsScanOperation,
  floorSetScheduleOperation,
  floorRemoveScheduleOperation,
  floorListSchedulesOperation,
  floorReleaseOperation,
  floorWavesOperation,
  floorWaveOperation,
  floorOpenPackingOperation,
  floorScanBottleOperation,
  floorUndoOperation,
  floorReportDamageOperation,
  floorReportLostBoxOperation,
  floorReportProblemOperation,
  floorFinishBoxOperation,
  floorBuyLabelsOperation,
  floorReprintOperation,
  floorTakeBackOperation,
  floorStageOperation,
  floorCloseOfDayOperation,
  floorManifestOperation,
  floorDepartOperation,
  pickingListOperation,
  pickingStartOperation,
  pickingOpenOperation,
  pickingScanOperation,
  pickingUndoOperation,
  pickingEmptyToteOperation,
  pickingListLeftoversOperation,
  pickingPutBackOperation,
  pickingShortOperation,
  locationsListOperation,
  locationsSetOperation,
  locationsRemoveOperation,
  locationsSetContentOperation,
  locationsRemoveContentOperation,
  locationsImportOperation,
  binsFindOperation,
  binsListUnplacedOperation,
  binsPutAwayOperation,
  binsMoveOperation,
  binsSetRuleOperation,
  binsListReplenishmentsOperation,
  binsClaimReplenishmentOperation,
  countsOpenOperation,
  countsOpenWarehouseOperation,
  countsProgressOperation,
  countsFindOperation,
  countsListOperation,
  countsRecordOperation,
  countsDifferencesOperation,
  countsApproveOperation,
  countsCancelOperation,
  countsCancelWarehouseOperation,
  countsSetPlanOperation,
  countsGetPlanOperation,
  itemCodesListOperation,
  itemCodesSetOperation,
  itemCodesRemoveOperation,
  itemCodesImportOperation,
] as const satisfies readonly OperatorOperation[];
