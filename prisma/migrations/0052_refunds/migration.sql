-- AlterTable
ALTER TABLE "sales" ADD COLUMN     "refunded" BIGINT NOT NULL DEFAULT 0;

-- Never more than was sold.
ALTER TABLE "sales" ADD CONSTRAINT "sales_refunded" CHECK ("refunded" BETWEEN 0 AND "value");

-- CreateTable
CREATE TABLE "refunds" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "sale_id" UUID NOT NULL,
    "value" BIGINT NOT NULL,
    "reference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("team_id","id")
);

ALTER TABLE "refunds" ADD CONSTRAINT "refunds_value" CHECK ("value" > 0);

-- CreateIndex
CREATE INDEX "refunds_team_id_sale_id_idx" ON "refunds"("team_id", "sale_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_team_id_reference_key" ON "refunds"("team_id", "reference");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_team_id_sale_id_fkey" FOREIGN KEY ("team_id", "sale_id") REFERENCES "sales"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
