-- Signing in and out is in the audit log too (docs/audit-log.md): by the pages, which are a door of their own.
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_door_check";
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_door_check" CHECK ("door" IN ('rest', 'graphql', 'page'));
