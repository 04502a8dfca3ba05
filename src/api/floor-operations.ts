/** Operations of the operator interface for the floor: its stations, its documents, and where things lie. Part of `operatorOperations`. */

import { binsClaimReplenishment } from '../bins/operator-operations/bins-claim-replenishment.ts';
import { binsFind } from '../bins/operator-operations/bins-find.ts';
import { binsListReplenishments } from '../bins/operator-operations/bins-list-replenishments.ts';
import { binsListUnplaced } from '../bins/operator-operations/bins-list-unplaced.ts';
import { binsMove } from '../bins/operator-operations/bins-move.ts';
import { binsPutAway } from '../bins/operator-operations/bins-put-away.ts';
import { binsSetRule } from '../bins/operator-operations/bins-set-rule.ts';
import { countsApprove } from '../bins/operator-operations/counts-approve.ts';
import { countsCancel } from '../bins/operator-operations/counts-cancel.ts';
import { countsCancelWarehouse } from '../bins/operator-operations/counts-cancel-warehouse.ts';
import { countsDifferences } from '../bins/operator-operations/counts-differences.ts';
import { countsFind } from '../bins/operator-operations/counts-find.ts';
import { countsGetPlan } from '../bins/operator-operations/counts-get-plan.ts';
import { countsList } from '../bins/operator-operations/counts-list.ts';
import { countsOpen } from '../bins/operator-operations/counts-open.ts';
import { countsOpenWarehouse } from '../bins/operator-operations/counts-open-warehouse.ts';
import { countsProgress } from '../bins/operator-operations/counts-progress.ts';
import { countsRecord } from '../bins/operator-operations/counts-record.ts';
import { countsSetPlan } from '../bins/operator-operations/counts-set-plan.ts';
import { floorBuyLabels } from '../floor/operator-operations/floor-buy-labels.ts';
import { floorCloseOfDay } from '../floor/operator-operations/floor-close-of-day.ts';
import { floorDepart } from '../floor/operator-operations/floor-depart.ts';
import { floorFinishBox } from '../floor/operator-operations/floor-finish-box.ts';
import { floorHandOver } from '../floor/operator-operations/floor-hand-over.ts';
import { floorListSchedules } from '../floor/operator-operations/floor-list-schedules.ts';
import { floorListWillCall } from '../floor/operator-operations/floor-list-will-call.ts';
import { floorManifest } from '../floor/operator-operations/floor-manifest.ts';
import { floorManifestDocument } from '../floor/operator-operations/floor-manifest-document.ts';
import { floorManifests } from '../floor/operator-operations/floor-manifests.ts';
import { floorOpenPacking } from '../floor/operator-operations/floor-open-packing.ts';
import { floorRelease } from '../floor/operator-operations/floor-release.ts';
import { floorReleasePreview } from '../floor/operator-operations/floor-release-preview.ts';
import { floorRemoveSchedule } from '../floor/operator-operations/floor-remove-schedule.ts';
import { floorReportDamage } from '../floor/operator-operations/floor-report-damage.ts';
import { floorReportProblem } from '../floor/operator-operations/floor-report-problem.ts';
import { floorReprint } from '../floor/operator-operations/floor-reprint.ts';
import { floorScanBottle } from '../floor/operator-operations/floor-scan-bottle.ts';
import { floorSetSchedule } from '../floor/operator-operations/floor-set-schedule.ts';
import { floorStage } from '../floor/operator-operations/floor-stage.ts';
import { floorTakeBack } from '../floor/operator-operations/floor-take-back.ts';
import { floorThroughput } from '../floor/operator-operations/floor-throughput.ts';
import { floorUndo } from '../floor/operator-operations/floor-undo.ts';
import { floorWave } from '../floor/operator-operations/floor-wave.ts';
import { floorWaves } from '../floor/operator-operations/floor-waves.ts';
import { itemCodesImport } from '../floor/operator-operations/item-codes-import.ts';
import { itemCodesList } from '../floor/operator-operations/item-codes-list.ts';
import { itemCodesRemove } from '../floor/operator-operations/item-codes-remove.ts';
import { itemCodesSet } from '../floor/operator-operations/item-codes-set.ts';
import { labelsScan } from '../floor/operator-operations/labels-scan.ts';
import { pickingEmptyTote } from '../floor/operator-operations/picking-empty-tote.ts';
import { pickingList } from '../floor/operator-operations/picking-list.ts';
import { pickingListLeftovers } from '../floor/operator-operations/picking-list-leftovers.ts';
import { pickingOpen } from '../floor/operator-operations/picking-open.ts';
import { pickingPutBack } from '../floor/operator-operations/picking-put-back.ts';
import { pickingScan } from '../floor/operator-operations/picking-scan.ts';
import { pickingShort } from '../floor/operator-operations/picking-short.ts';
import { pickingStart } from '../floor/operator-operations/picking-start.ts';
import { pickingUndo } from '../floor/operator-operations/picking-undo.ts';
import { locationsImport } from '../locations/operator-operations/locations-import.ts';
import { locationsList } from '../locations/operator-operations/locations-list.ts';
import { locationsRemove } from '../locations/operator-operations/locations-remove.ts';
import { locationsRemoveContent } from '../locations/operator-operations/locations-remove-content.ts';
import { locationsSet } from '../locations/operator-operations/locations-set.ts';
import { locationsSetContent } from '../locations/operator-operations/locations-set-content.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';
import { purchaseOrdersCreate } from '../purchase-orders/operator-operations/purchase-orders-create.ts';
import { purchaseOrdersUpdate } from '../purchase-orders/operator-operations/purchase-orders-update.ts';
import { purchaseOrdersCancel } from '../receiving/operator-operations/purchase-orders-cancel.ts';
import { purchaseOrdersCloseShort } from '../receiving/operator-operations/purchase-orders-close-short.ts';
import { purchaseOrdersGet } from '../receiving/operator-operations/purchase-orders-get.ts';
import { purchaseOrdersList } from '../receiving/operator-operations/purchase-orders-list.ts';
import { receivingAttach } from '../receiving/operator-operations/receiving-attach.ts';
import { receivingCount } from '../receiving/operator-operations/receiving-count.ts';
import { receivingDiscard } from '../receiving/operator-operations/receiving-discard.ts';
import { receivingFinish } from '../receiving/operator-operations/receiving-finish.ts';
import { receivingList } from '../receiving/operator-operations/receiving-list.ts';
import { receivingListParked } from '../receiving/operator-operations/receiving-list-parked.ts';
import { receivingOpen } from '../receiving/operator-operations/receiving-open.ts';
import { receivingPark } from '../receiving/operator-operations/receiving-park.ts';
import { receivingScan } from '../receiving/operator-operations/receiving-scan.ts';
import { receivingUndo } from '../receiving/operator-operations/receiving-undo.ts';
import { transferOrdersCancel } from '../receiving/operator-operations/transfer-orders-cancel.ts';
import { transferOrdersCloseShort } from '../receiving/operator-operations/transfer-orders-close-short.ts';
import { transferOrdersGet } from '../receiving/operator-operations/transfer-orders-get.ts';
import { transferOrdersList } from '../receiving/operator-operations/transfer-orders-list.ts';
import { returnsAddPhotos } from '../return-station/operator-operations/returns-add-photos.ts';
import { returnsAnnounce } from '../return-station/operator-operations/returns-announce.ts';
import { returnsCancel } from '../return-station/operator-operations/returns-cancel.ts';
import { returnsDispose } from '../return-station/operator-operations/returns-dispose.ts';
import { returnsFind } from '../return-station/operator-operations/returns-find.ts';
import { returnsInspected } from '../return-station/operator-operations/returns-inspected.ts';
import { returnsPark } from '../return-station/operator-operations/returns-park.ts';
import { returnsReceive } from '../return-station/operator-operations/returns-receive.ts';
import { returnsReshipLabel } from '../return-station/operator-operations/returns-reship-label.ts';
import { returnsScan } from '../return-station/operator-operations/returns-scan.ts';
import { returnsSettle } from '../return-station/operator-operations/returns-settle.ts';
import { returnsUndo } from '../return-station/operator-operations/returns-undo.ts';
import { transferOrdersCreate } from '../transfer-orders/operator-operations/transfer-orders-create.ts';
import { transferOrdersUpdate } from '../transfer-orders/operator-operations/transfer-orders-update.ts';

export const floorOperations = [
  returnsAnnounce,
  returnsDispose,
  returnsCancel,
  returnsReshipLabel,
  returnsFind,
  returnsInspected,
  returnsPark,
  returnsReceive,
  returnsScan,
  returnsAddPhotos,
  returnsSettle,
  returnsUndo,
  purchaseOrdersCreate,
  purchaseOrdersUpdate,
  purchaseOrdersCancel,
  purchaseOrdersCloseShort,
  purchaseOrdersGet,
  purchaseOrdersList,
  transferOrdersCreate,
  transferOrdersUpdate,
  transferOrdersCancel,
  transferOrdersCloseShort,
  transferOrdersGet,
  transferOrdersList,
  receivingAttach,
  receivingCount,
  receivingDiscard,
  receivingFinish,
  receivingList,
  receivingListParked,
  receivingOpen,
  receivingPark,
  receivingScan,
  receivingUndo,
  floorReleasePreview,
  floorManifestDocument,
  floorManifests,
  floorThroughput,
  floorListWillCall,
  floorHandOver,
  labelsScan,
  floorSetSchedule,
  floorRemoveSchedule,
  floorListSchedules,
  floorRelease,
  floorWaves,
  floorWave,
  floorOpenPacking,
  floorScanBottle,
  floorUndo,
  floorReportDamage,
  floorReportProblem,
  floorFinishBox,
  floorBuyLabels,
  floorReprint,
  floorTakeBack,
  floorStage,
  floorCloseOfDay,
  floorManifest,
  floorDepart,
  pickingList,
  pickingStart,
  pickingOpen,
  pickingScan,
  pickingUndo,
  pickingEmptyTote,
  pickingListLeftovers,
  pickingPutBack,
  pickingShort,
  locationsList,
  locationsSet,
  locationsRemove,
  locationsSetContent,
  locationsRemoveContent,
  locationsImport,
  binsFind,
  binsListUnplaced,
  binsPutAway,
  binsMove,
  binsSetRule,
  binsListReplenishments,
  binsClaimReplenishment,
  countsOpen,
  countsOpenWarehouse,
  countsProgress,
  countsFind,
  countsList,
  countsRecord,
  countsDifferences,
  countsApprove,
  countsCancel,
  countsCancelWarehouse,
  countsSetPlan,
  countsGetPlan,
  itemCodesList,
  itemCodesSet,
  itemCodesRemove,
  itemCodesImport,
] as const satisfies readonly OperatorOperation[];
