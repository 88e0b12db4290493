// SPDX-License-Identifier: Zlib
// How Undine answers to input from outside: a value, or a sentence that says what is wrong with it.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace undine {

/// What was wrong, written for the person who made the input: which file or key, which value, what is
/// allowed.
struct Error {
    std::string message;
};

/// A value or an Error. Look before you take: value() of an error is a broken precondition.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return value_.has_value(); }
    explicit operator bool() const { return ok(); }

    T& value() & {
        assert(ok());
        return *value_;
    }
    const T& value() const& {
        assert(ok());
        return *value_;
    }
    T&& value() && {
        assert(ok());
        return *std::move(value_);
    }

    /// Empty when ok().
    const std::string& error() const { return error_.message; }

  private:
    std::optional<T> value_;
    Error error_;
};

/// A Result with nothing to hand over: ok, or an Error.
template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : ok_(false), error_(std::move(error)) {}

    bool ok() const { return ok_; }
    explicit operator bool() const { return ok_; }
    const std::string& error() const { return error_.message; }

  private:
    bool ok_ = true;
    Error error_;
};

}  // namespace undine
