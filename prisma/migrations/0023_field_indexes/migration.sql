-- The type as which a field's values have an index (docs/adr/0025). The indexes are made by the command `field`, one by one.
ALTER TABLE "contact_fields" ADD COLUMN "indexed_as" "ContactFieldType";
