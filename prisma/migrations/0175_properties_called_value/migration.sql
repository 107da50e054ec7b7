-- "value" and "currency" in a condition on an event now mean the event's own, and "properties.…" a property whatever its name. Saved
-- conditions go on asking for the properties of these names. A condition is written in one order, as jsonb has it, so that no other
-- text of a definition looks like one.
UPDATE "segments"
SET "conditions" = regexp_replace("conditions"::text,
    '("operator": "[a-z_]+", "property": ")(?=(?:value|currency)"|properties[.])', '\1properties.', 'g')::jsonb
WHERE "conditions"::text ~ '"property": "(?:(?:value|currency)"|properties[.])';

UPDATE "automation_versions"
SET "definition" = regexp_replace("definition"::text,
    '("operator": "[a-z_]+", "property": ")(?=(?:value|currency)"|properties[.])', '\1properties.', 'g')::jsonb
WHERE "definition"::text ~ '"property": "(?:(?:value|currency)"|properties[.])';
