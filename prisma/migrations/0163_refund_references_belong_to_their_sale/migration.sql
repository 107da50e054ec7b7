-- A refund's reference belongs to its sale. This index also finds the refunds of a sale, so the index that did that goes.
CREATE UNIQUE INDEX "refunds_team_id_sale_id_reference_key" ON "refunds"("team_id", "sale_id", "reference");
DROP INDEX "refunds_team_id_reference_key";
DROP INDEX "refunds_team_id_sale_id_idx";
