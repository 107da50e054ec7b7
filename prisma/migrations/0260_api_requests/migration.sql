-- The last calls of a team's programs, without their content (docs/adr/0201).
CREATE TABLE "api_requests" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "token_id" UUID NOT NULL,
    "interface" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT,
    "parameters" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "operation_type" TEXT,
    "operation_name" TEXT,
    "root_fields" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "status" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "error_codes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "replayed" BOOLEAN NOT NULL DEFAULT false,
    "milliseconds" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "api_requests_interface" CHECK ("interface" IN ('rest', 'graphql')),
    CONSTRAINT "api_requests_outcome" CHECK ("outcome" IN ('succeeded', 'client_error', 'server_error')),
    CONSTRAINT "api_requests_operation_type" CHECK ("operation_type" IN ('query', 'mutation', 'subscription'))
);

-- AddForeignKey
ALTER TABLE "api_requests" ADD CONSTRAINT "api_requests_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
