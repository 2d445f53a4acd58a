-- Partitions the log by hash of the match: 16 partitions for each of its three tables. Runs in one transaction, while
-- nobody writes; docs/deployment.md says when it is worth it. The server needs no change: it always names the match.
DO $$
DECLARE
    log_table text;
    part text;
    uniques text;
BEGIN
    FOREACH log_table IN ARRAY ARRAY['games_round', 'games_move', 'games_tableevent'] LOOP
        -- Unique constraints of a partitioned table must hold its key, as ours do; the primary key gains it.
        SELECT string_agg(format('ALTER TABLE %I ADD CONSTRAINT %I %s', log_table, conname, pg_get_constraintdef(oid)), '; ')
            INTO uniques FROM pg_constraint WHERE conrelid = log_table::regclass AND contype = 'u';
        EXECUTE format('ALTER TABLE %1$I RENAME TO %1$s_plain', log_table);
        EXECUTE format('CREATE TABLE %1$I (LIKE %1$s_plain INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING IDENTITY)'
            ' PARTITION BY HASH (match_id)', log_table);
        FOR number IN 0..15 LOOP
            part := format('%s_%s', log_table, to_char(number, 'FM00'));
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, log_table,
                number);
        END LOOP;
        EXECUTE format('INSERT INTO %1$I SELECT * FROM %1$s_plain', log_table);
        EXECUTE format('SELECT setval(pg_get_serial_sequence(%1$L, ''id''), (SELECT coalesce(max(id), 1) FROM %1$I))',
            log_table);
        EXECUTE format('DROP TABLE %s_plain', log_table);
        EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (match_id, id)', log_table);
        EXECUTE uniques;
        EXECUTE format('ALTER TABLE %I ADD FOREIGN KEY (match_id) REFERENCES games_match DEFERRABLE INITIALLY DEFERRED',
            log_table);
        IF log_table <> 'games_round' THEN
            EXECUTE format('ALTER TABLE %I ADD FOREIGN KEY (player_id) REFERENCES accounts_player'
                ' DEFERRABLE INITIALLY DEFERRED', log_table);
            EXECUTE format('CREATE INDEX ON %I (player_id)', log_table);
        END IF;
        -- A trigger for rows is inherited by the partitions, one for TRUNCATE is not.
        EXECUTE format('CREATE TRIGGER %1$s_guard BEFORE UPDATE OR DELETE ON %1$I FOR EACH ROW'
            ' EXECUTE FUNCTION refuse_change_of_log()', log_table);
        FOR part IN SELECT relid::regclass::text FROM pg_partition_tree(log_table) LOOP
            EXECUTE format('CREATE TRIGGER %1$s_guard_truncate BEFORE TRUNCATE ON %1$I FOR EACH STATEMENT'
                ' EXECUTE FUNCTION refuse_change_of_log()', part);
        END LOOP;
    END LOOP;
END $$;
