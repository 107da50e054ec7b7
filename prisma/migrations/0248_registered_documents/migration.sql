-- GraphQL documents that the operator registered (docs/adr/0183).
CREATE TABLE "registered_documents" (
    "id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "registered_documents_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "registered_documents_hash_idx" ON "registered_documents"("hash");
