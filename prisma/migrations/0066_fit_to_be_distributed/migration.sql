-- What keeps Citus from distributing tables by team (docs/adr/0044). One machine loses nothing by it.

-- A default transport and its team are on different machines there. Transports are never removed, only marked.
ALTER TABLE "teams" DROP CONSTRAINT "teams_id_default_transport_id_fkey";

-- Budgets stay on the coordinator, where no transport is. They go with the team, or by hand with the transport.
ALTER TABLE "send_budgets" DROP CONSTRAINT "send_budgets_team_id_transport_id_fkey";
ALTER TABLE "send_budgets" ADD CONSTRAINT "send_budgets_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- No key ever changes, so nothing has to follow it.
DO $$
DECLARE
  key record;
BEGIN
  FOR key IN
    SELECT conrelid::regclass AS on_table, conname AS name, replace(pg_get_constraintdef(oid), ' ON UPDATE CASCADE', '') AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND confupdtype = 'c' AND connamespace = current_schema()::regnamespace
    ORDER BY conrelid::regclass::text, conname
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s', key.on_table, key.name, key.name, key.definition);
  END LOOP;
END $$;
