-- Calls of GraphQL without a token are counted over all processes, too.
ALTER TABLE "network_windows" DROP CONSTRAINT "network_windows_kind_check";
ALTER TABLE "network_windows" ADD CONSTRAINT "network_windows_kind_check" CHECK ("kind" IN ('form', 'page', 'graphql'));
