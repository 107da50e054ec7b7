-- The kind of a field's value, for samples of recipients. These kinds may break a template: nothing, blanks, percent signs, braces,
-- markup, and letters of other alphabets.
create or replace function kind_of_value(value jsonb)
returns text
language sql immutable as $$
  select case
    when value is null or jsonb_typeof(value) = 'null' then 'none'
    when jsonb_typeof(value) <> 'string' then jsonb_typeof(value)
    when value #>> '{}' ~ '^[[:space:]]*$' then 'blank'
    when value #>> '{}' ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?$' then 'text of a number'
    when value #>> '{}' ~ '%' then 'percent'
    when value #>> '{}' ~ '[{}]' then 'braces'
    when value #>> '{}' ~ '[<>&"'']' then 'markup'
    when value #>> '{}' ~ '[^ -~]' then 'letters'
    else 'text'
  end
$$;
