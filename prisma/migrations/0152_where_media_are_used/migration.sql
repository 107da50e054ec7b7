-- Which media a text shows: the folders of the addresses in it, however the slashes are written. A folder is random, so nothing else
-- has the same (docs/adr/0102). Costly, so that the planner asks an index first.
CREATE FUNCTION media_folders(written text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
  FROM regexp_matches(written, 'media(?:[/\\]|%2[Ff]|%252[Ff]|&#(?:47|x2[Ff]);)+([A-Za-z0-9_-]{22})', 'g') found
$$;

CREATE INDEX "templates_media_folders_idx" ON "templates"
  USING GIN (media_folders("content" || ' ' || coalesce("styles", '') || ' ' || "locale_variants"::text));

CREATE INDEX "campaigns_media_folders_idx" ON "campaigns"
  USING GIN (media_folders(coalesce("content"::text, '') || ' ' || coalesce("variant_contents"::text, '')));
